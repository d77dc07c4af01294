//! Writes scenarios as JSON.
//!
//! Values that the command line does not override are copied character by character, so that they
//! cannot change: only the space between them is removed.

use std::fmt;

use super::diagnostics::{Diagnostic, Source};
use super::json::Node;
use super::model::{Scenario, SideText, Sides};
use super::names::normalise;
use super::notation::parse_fleet;
use crate::games::Game;

impl Scenario {
    /// Returns the scenario as compact JSON with its fields in the order of the schema. The policies
    /// of the command line take the place of others.
    ///
    /// # Errors
    /// If the scenario was not read from a valid document.
    pub fn to_json(&self, game: &dyn Game) -> Result<String, Diagnostic> {
        let policies = Policies { field: game.policy_field() };
        let mut fields = Object::default();
        fields.set("rules", quoted(game.rulebook().name()));
        match &self.sides {
            Sides::Two(sides) => {
                for (role, side) in ["attacker", "defender"].into_iter().zip(&sides[..]) {
                    fields.set(role, policies.side(side)?);
                }
            }
            Sides::Parties(parties) => {
                let parties = parties.iter().map(|party| policies.side(party));
                fields.set("parties", list(&parties.collect::<Result<Vec<_>, _>>()?));
            }
        }
        for (name, number) in [("battles", self.battles), ("seed", self.seed)] {
            if let Some(number) = number {
                fields.set(name, number.to_string());
            }
        }
        if let Some(engine) = self.engine {
            fields.set("engine", quoted(engine.name()));
        }
        if let Some(setting) = &self.setting_written {
            fields.set("setting", policies.setting(setting, &self.sides)?);
        }
        Ok(fields.to_string())
    }
}

/// Writes the policies of the command line.
#[derive(Clone, Copy)]
struct Policies {
    /// Field of `play` that holds the policy.
    field: &'static str,
}

impl Policies {
    /// Returns a side with its policy, which replaces any other.
    fn side(self, side: &SideText) -> Result<String, Diagnostic> {
        let Some(policy) = &side.command else { return Ok(side.written.compact()) };
        let policy = quoted(&policy.value);
        let mut fields = match side.written.is_string() {
            true => Object(vec![("fleet".into(), side.written.compact())]),
            false => Object::of(&side.written)?,
        };
        if let Some(fleet) = fields.get("fleet")? {
            fields.set("fleet", self.without(&fleet)?);
        }
        let play = match fields.get("play")?.filter(Node::is_object) {
            Some(play) => {
                let mut play = Object::of(&play)?;
                play.set(self.field, policy);
                play.to_string()
            }
            None => policy,
        };
        fields.set("play", play);
        Ok(fields.to_string())
    }

    /// Returns a setting without the policies of fleets that it lists by role, such as those on
    /// planets, where they would conflict with the policy of the side.
    fn setting(self, setting: &Node, sides: &Sides) -> Result<String, Diagnostic> {
        let mut fields = Object::of(setting)?;
        let played = sides.all().iter().enumerate().filter(|(_, side)| side.command.is_some());
        for role in played.map(|(side, _)| sides.role(side)) {
            for at in 0..fields.0.len() {
                let value = node(&fields.0[at].1)?;
                if value.is_list() {
                    let members = value.members()?;
                    let members = members.iter().map(|member| self.listed(member, &role));
                    fields.0[at].1 = list(&members.collect::<Result<Vec<_>, _>>()?);
                }
            }
        }
        Ok(fields.to_string())
    }

    /// Removes the policy from the fleet of a role.
    fn listed(self, member: &Node, role: &str) -> Result<String, Diagnostic> {
        if !member.is_object() {
            return Ok(member.compact());
        }
        let mut fields = Object::of(member)?;
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
            |name: &str| [normalise("play"), normalise(self.field)].contains(&normalise(name));
        typed.options.retain(|option| !is_policy(&option.name.value));
        Ok(match typed.options.len() < before {
            true => quoted(&typed.to_string()),
            false => fleet.compact(),
        })
    }
}

/// An object: names, and values as JSON.
#[derive(Default)]
struct Object(Vec<(String, String)>);

impl Object {
    fn of(node: &Node) -> Result<Self, Diagnostic> {
        Ok(Self(node.fields()?.into_iter().map(|f| (f.name, f.value.compact())).collect()))
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

#[cfg(test)]
mod tests {
    use crate::games::{Rulebook, load};
    use crate::scenario::{Engine, Place, Source, Spanned, read_scenario};

    /// Writes a document as a scenario of a rulebook, with these policies.
    #[track_caller]
    fn written(document: &str, rulebook: Rulebook, policies: [Option<&str>; 2]) -> String {
        let mut scenario = read_scenario(&Source::new("s", document)).unwrap();
        let place = Place::whole(&Source::new("--play", "policy"));
        for (side, policy) in scenario.sides.all_mut().iter_mut().zip(policies) {
            side.command =
                policy.map(|policy| Spanned { value: policy.into(), place: place.clone() });
        }
        scenario.to_json(&*load(rulebook, &[]).unwrap()).unwrap()
    }

    #[test]
    fn only_the_space_between_values_goes() {
        let document =
            "{ \"seed\" : 7,\n\t\"attacker\": \" a & name=\\u0062 \" , \"defender\": \"c\",
            \"setting\": {\"x\": [ 1e7, 0.10 ]} }";
        assert_eq!(
            written(document, Rulebook::Eclipse, [None, None]),
            r#"{"rules":"eclipse","attacker":" a & name=\u0062 ","defender":"c","seed":7,"setting":{"x":[1e7,0.10]}}"#
        );
    }

    #[test]
    fn overrides_win() {
        let document =
            r#"{"rules":"eclipse","attacker":"a","defender":"b","seed":1,"engine":null}"#;
        let mut scenario = read_scenario(&Source::new("s", document)).unwrap();
        (scenario.battles, scenario.seed) = (Some(10), Some(2));
        scenario.engine = Some(Engine::Exact);
        let place = Place::whole(&Source::new("--play", "npc"));
        scenario.sides.all_mut()[1].command = Some(Spanned { value: "npc".into(), place });
        assert_eq!(
            scenario.to_json(&*load(Rulebook::Eclipse2e, &[]).unwrap()).unwrap(),
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
            let seen = written(&document, rulebook, [Some("keep 3"), None]);
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
            written(r#"{"parties":["a",{"fleet":"b"}]}"#, Rulebook::Eclipse, [None, Some("npc")]),
            r#"{"rules":"eclipse","parties":["a",{"fleet":"b","play":"npc"}]}"#
        );
        assert_eq!(
            written(
                r#"{"attacker":{},"defender":{},"setting":{"planets":[{"name":"x","attacker":"a & play=optimal","defender":"b & play=optimal"}]}}"#,
                Rulebook::Ti4Ground,
                [Some("adaptive"), None]
            ),
            r#"{"rules":"ti4-ground","attacker":{"play":"adaptive"},"defender":{},"setting":{"planets":[{"name":"x","attacker":"a","defender":"b & play=optimal"}]}}"#
        );
    }
}
