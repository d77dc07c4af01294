//! Names of factions, and names of components as players write them.

use crate::scenario::names::normalise;
use crate::scenario::phrase::names::Synonyms;

/// Full names of factions, and what players call them.
pub(super) const FACTIONS: &Synonyms = &[
    ("argent", &["argent flight"]),
    ("bastion", &["last bastion"]),
    ("creuss", &["ghosts of creuss", "ghosts"]),
    ("crimson", &["crimson rebellion"]),
    ("deepwrought", &["deepwrought scholarate"]),
    ("hacan", &["emirates of hacan"]),
    ("jolnar", &["universities of jol-nar", "university of jol-nar"]),
    ("keleres", &["council keleres"]),
    ("l1z1x", &["l1z1x mindnet", "mindnet"]),
    ("letnev", &["barony of letnev", "barony"]),
    ("mahact", &["mahact gene-sorcerers"]),
    ("mentak", &["mentak coalition"]),
    ("muaat", &["embers of muaat"]),
    ("naalu", &["naalu collective"]),
    ("naaz-rokha", &["naaz-rokha alliance"]),
    ("nekro", &["nekro virus"]),
    ("ralnel", &["ral nel consortium"]),
    ("saar", &["clan of saar"]),
    ("sardakk", &["sardakk n'orr", "n'orr"]),
    ("sol", &["federation of sol"]),
    ("titans", &["titans of ul"]),
    ("vuilraith", &["vuil'raith cabal", "cabal"]),
    ("xxcha", &["xxcha kingdom"]),
    ("yin", &["yin brotherhood"]),
    ("yssaril", &["yssaril tribes"]),
];

/// Letters with accents, and the letters they count as.
const ACCENTS: [(&str, char); 8] = [
    ("áàâäãå", 'a'),
    ("éèêë", 'e'),
    ("íìîï", 'i'),
    ("óòôöõø", 'o'),
    ("úùûü", 'u'),
    ("ýÿ", 'y'),
    ("ç", 'c'),
    ("ñ", 'n'),
];

/// Marks that do not matter in names.
const MARKS: &str = "-'’.()[]";

/// Returns the form in which names are compared (T10). Case, accents, hyphens, apostrophes, dots,
/// brackets, a leading "The" and a plural do not matter: `Heaven's Eye` and `heavens-eye` are
/// equal, and so are `The Crown of Thalnos` and `crown of thalnos`.
pub(super) fn key(name: &str) -> String {
    let name = normalise(name);
    let name = name.strip_prefix("the-").unwrap_or(&name);
    let plain = |c: char| match ACCENTS.iter().find(|(letters, _)| letters.contains(c)) {
        Some((_, letter)) => Some(*letter),
        None => (!MARKS.contains(c)).then_some(c),
    };
    name.chars().filter_map(plain).collect()
}

/// Whether two names of units or factions are equal apart from case, hyphens and a plural:
/// `war-sun` and `warsun`.
pub(super) fn same_class(a: &str, b: &str) -> bool {
    let squeezed = |name: &str| normalise(name).replace('-', "");
    squeezed(a) == squeezed(b)
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn case_accents_punctuation_and_the_article_do_not_matter() {
        for (name, other) in [
            ("Heaven's Eye", "heavens-eye"),
            ("The Crown of Thalnos", "crown of thalnos"),
            ("[0.0.1]", "001"),
            ("X-89 Bacterial Weapon", "x89 bacterial weapons"),
            ("I.I.H.Q. Modernization", "IIHQ modernization"),
            ("Évelyn DeLouis", "evelyn-delouis"),
        ] {
            assert_eq!(key(name), key(other));
        }
        assert_ne!(key("The Cavalry"), key("The Cavalry II"));
    }
}
