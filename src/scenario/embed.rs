//! Writes command-line overrides into the scenario.
//!
//! Other values are copied character by character, so that they cannot change: only the space
//! between them is removed.

use std::fmt;
use std::sync::Arc;

use super::diagnostics::{Diagnostic, Source};
use super::document::SCENARIO;
use super::json::Node;
use super::model::Engine;
use super::names::normalise;
use super::notation::parse_fleet;
use crate::games::Rulebook;

/// Overrides from the command line.
#[derive(Clone, Debug)]
pub struct Told {
    /// Rulebook in effect.
    pub rulebook: Rulebook,
    /// Number of battles to simulate.
    pub battles: Option<u64>,
    /// Seed of the random numbers.
    pub seed: Option<u64>,
    /// Requested engine.
    pub engine: Option<Engine>,
    /// Policy of each side, if given.
    pub policies: Vec<Option<String>>,
}

/// Returns the scenario with the overrides applied, as compact JSON with its fields in the
/// order of the schema.
///
/// # Errors
/// If the document is not a scenario.
pub fn embed(source: &Arc<Source>, told: &Told) -> Result<String, Diagnostic> {
    let mut scenario = Object::of(&Node::document(source)?)?;
    scenario.set("rules", quoted(told.rulebook.name()));
    let numbers = [("battles", told.battles), ("seed", told.seed)];
    for (name, number) in numbers.iter().filter_map(|(name, n)| Some((name, n.as_ref()?))) {
        scenario.set(name, number.to_string());
    }
    if let Some(engine) = told.engine {
        scenario.set("engine", quoted(engine.name()));
    }
    for (side, policy) in told.policies.iter().enumerate() {
        if let Some(policy) = policy {
            let way = Way { rulebook: told.rulebook, policy };
            way.set(&mut scenario, side)?;
        }
    }
    let place = |(name, _): &(String, String)| SCENARIO.iter().position(|known| known == name);
    scenario.0.sort_by_key(place);
    Ok(scenario.to_string())
}

/// A policy to set, and the rulebook that decides its field.
#[derive(Clone, Copy)]
struct Way<'a> {
    rulebook: Rulebook,
    policy: &'a str,
}

impl Way<'_> {
    /// Name of the field of `play` that holds the policy.
    fn field(self) -> &'static str {
        match self.rulebook {
            Rulebook::Ti4Space | Rulebook::Ti4Ground => "loss_order",
            Rulebook::SpaceshipBattles => "doctrine",
            _ => "assign",
        }
    }

    /// Sets the policy of a side, replacing any other.
    fn set(self, scenario: &mut Object, side: usize) -> Result<(), Diagnostic> {
        if let Some(parties) = scenario.get("parties")? {
            let mut parties: Vec<_> = parties.members()?.iter().map(text).collect();
            parties[side] = self.side(&node(&parties[side])?)?;
            scenario.set("parties", list(&parties));
            return Ok(());
        }
        let role = ["attacker", "defender"][side];
        if let Some(own) = scenario.get(role)? {
            scenario.set(role, self.side(&own)?);
        }
        let Some(setting) = scenario.get("setting")? else { return Ok(()) };
        let mut setting = Object::of(&setting)?;
        if let Some(planets) = setting.get("planets")? {
            let planets = planets.members()?;
            let planets = planets.iter().map(|planet| self.planet(planet, role));
            setting.set("planets", list(&planets.collect::<Result<Vec<_>, _>>()?));
            scenario.set("setting", setting.to_string());
        }
        Ok(())
    }

    fn side(self, side: &Node) -> Result<String, Diagnostic> {
        let mut fields = match side.is_string() {
            true => Object(vec![("fleet".into(), text(side))]),
            false => Object::of(side)?,
        };
        if let Some(fleet) = fields.get("fleet")? {
            fields.set("fleet", self.without(&fleet)?);
        }
        let play = match fields.get("play")?.filter(Node::is_object) {
            Some(play) => {
                let mut play = Object::of(&play)?;
                play.set(self.field(), quoted(self.policy));
                play.to_string()
            }
            None => quoted(self.policy),
        };
        fields.set("play", play);
        Ok(fields.to_string())
    }

    /// Removes the policy from a fleet on a planet, where it would conflict with that of the side.
    fn planet(self, planet: &Node, role: &str) -> Result<String, Diagnostic> {
        let mut fields = Object::of(planet)?;
        if let Some(fleet) = fields.get(role)?.filter(Node::is_string) {
            fields.set(role, self.without(&fleet)?);
        }
        Ok(fields.to_string())
    }

    /// Returns a typed fleet without its policy options.
    fn without(self, fleet: &Node) -> Result<String, Diagnostic> {
        let (source, range) = fleet.typed()?;
        let mut typed = parse_fleet(&source, range)?;
        let before = typed.options.len();
        let is_policy =
            |name: &str| [normalise("play"), normalise(self.field())].contains(&normalise(name));
        typed.options.retain(|option| !is_policy(&option.name.value));
        Ok(if typed.options.len() < before { quoted(&typed.to_string()) } else { text(fleet) })
    }
}

/// An object: names, and values as JSON.
struct Object(Vec<(String, String)>);

impl Object {
    fn of(node: &Node) -> Result<Self, Diagnostic> {
        Ok(Self(node.fields()?.into_iter().map(|f| (f.name, text(&f.value))).collect()))
    }

    /// Returns a field that is neither missing nor `null`.
    fn get(&self, name: &str) -> Result<Option<Node>, Diagnostic> {
        let value = self.0.iter().find(|(known, _)| known == name);
        let node = value.map(|(_, value)| node(value)).transpose()?;
        Ok(node.filter(|node| !node.is_null()))
    }

    fn set(&mut self, name: &str, value: String) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.into(), value)),
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<_> = self.0.iter().map(|(n, v)| format!("{}:{v}", quoted(n))).collect();
        write!(f, "{{{}}}", fields.join(","))
    }
}

fn list(members: &[String]) -> String {
    format!("[{}]", members.join(","))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Parses a value known to be JSON.
fn node(text: &str) -> Result<Node, Diagnostic> {
    Node::document(&Source::new("scenario", text))
}

/// Returns a value as written, without the space outside its strings.
fn text(node: &Node) -> String {
    let (mut in_text, mut is_escaped) = (false, false);
    let is_told = |c: &char| {
        let told = in_text || !c.is_ascii_whitespace();
        in_text ^= *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        told
    };
    node.raw().chars().filter(is_told).collect()
}

#[cfg(test)]
mod tests {
    use super::{Told, embed};
    use crate::scenario::{Engine, Rulebook, Source};

    fn told(rulebook: Rulebook, policies: [Option<&str>; 2]) -> Told {
        let policies = policies.map(|policy| policy.map(String::from)).into();
        Told { rulebook, battles: None, seed: None, engine: None, policies }
    }

    #[track_caller]
    fn embedded(document: &str, told: &Told) -> String {
        embed(&Source::new("s", document), told).unwrap()
    }

    #[test]
    fn only_the_space_between_values_goes() {
        let document = "{ \"seed\" : 7,\n\t\"attacker\": \" a \\\" b \\\\\" , \"defender\": \"c\",
            \"setting\": {\"x\": [ 1e7, 0.10 ]} }";
        assert_eq!(
            embedded(document, &told(Rulebook::Eclipse, [None, None])),
            r#"{"rules":"eclipse","attacker":" a \" b \\","defender":"c","seed":7,"setting":{"x":[1e7,0.10]}}"#
        );
    }

    #[test]
    fn what_is_told_wins() {
        let document =
            r#"{"rules":"eclipse","attacker":"a","defender":"b","seed":1,"engine":null}"#;
        let told = Told {
            battles: Some(10),
            seed: Some(2),
            engine: Some(Engine::Exact),
            ..told(Rulebook::Eclipse2e, [None, Some("npc")])
        };
        assert_eq!(
            embedded(document, &told),
            r#"{"rules":"eclipse-2e","attacker":"a","defender":{"fleet":"b","play":"npc"},"battles":10,"seed":2,"engine":"exact"}"#
        );
    }

    #[test]
    fn a_policy_takes_the_place_of_another() {
        for (rulebook, side, wanted) in [
            (
                Rulebook::Eclipse,
                r#""2 a & play=npc & objective=swing""#,
                r#"{"fleet":"2 a & objective=swing","play":"keep 3"}"#,
            ),
            (
                Rulebook::Eclipse,
                r#"{"groups":[],"play":{"retreat":"never","assign":"npc"}}"#,
                r#"{"groups":[],"play":{"retreat":"never","assign":"keep 3"}}"#,
            ),
            (
                Rulebook::Ti4Space,
                r#"{"fleet":"a & Loss Order=[b,c]","play":{"sustain":"late"}}"#,
                r#"{"fleet":"a","play":{"sustain":"late","loss_order":"keep 3"}}"#,
            ),
            (
                Rulebook::SpaceshipBattles,
                r#"{"fleet":"a & doctrine=hold & aim=hull","play":"close"}"#,
                r#"{"fleet":"a & aim=hull","play":"keep 3"}"#,
            ),
        ] {
            let document = format!(r#"{{"attacker":{side},"defender":"b"}}"#);
            let seen = embedded(&document, &told(rulebook, [Some("keep 3"), None]));
            let rules = rulebook.name();
            assert_eq!(
                seen,
                format!(r#"{{"rules":"{rules}","attacker":{wanted},"defender":"b"}}"#)
            );
        }
    }

    #[test]
    fn parties_and_planets_have_policies() {
        assert_eq!(
            embedded(
                r#"{"parties":["a",{"fleet":"b"}]}"#,
                &told(Rulebook::Eclipse, [None, Some("npc")])
            ),
            r#"{"rules":"eclipse","parties":["a",{"fleet":"b","play":"npc"}]}"#
        );
        assert_eq!(
            embedded(
                r#"{"attacker":{},"defender":{},"setting":{"planets":[{"name":"x","attacker":"a & play=optimal","defender":"b & play=optimal"}]}}"#,
                &told(Rulebook::Ti4Ground, [Some("adaptive"), None])
            ),
            r#"{"rules":"ti4-ground","attacker":{"play":"adaptive"},"defender":{},"setting":{"planets":[{"name":"x","attacker":"a","defender":"b & play=optimal"}]}}"#
        );
    }
}
