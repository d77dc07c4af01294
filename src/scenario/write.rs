//! Writes scenarios as JSON.
//!
//! Values that the command line does not override are copied character by character, so that they
//! cannot change: only the space between them is removed.

use std::fmt;

use serde_json::{Map, Value};

use super::diagnostics::{Diagnostic, Source};
use super::json::JsonNode;
use super::mix::MixPart;
use super::model::{Scenario, SideText, Sides};
use super::names::normalise;
use super::notation::parse_fleet;
use super::{Lexicon, Rulebook};
use crate::result::ROLES;

impl Scenario {
    /// Returns the scenario as compact JSON with its fields in the order of the schema. The
    /// policies of the command line take the place of others.
    ///
    /// # Errors
    /// If the scenario was not read from a valid document.
    pub fn to_json(&self, lexicon: &Lexicon) -> Result<String, Diagnostic> {
        let policies = Policies { field: lexicon.policy_field };
        let mut fields = Object::default();
        fields.set("rules", quoted(lexicon.rulebook.name()));
        match &self.sides {
            Sides::Two(sides) => {
                for (role, side) in ROLES.into_iter().zip(&sides[..]) {
                    fields.set(role, policies.side(side)?);
                }
            }
            Sides::Parties(parties) => {
                let parties = parties.iter().map(|party| policies.side(party));
                fields.set("parties", list(&parties.collect::<Result<Vec<_>, _>>()?));
            }
        }
        if self.you > 0 {
            fields.set("you", quoted(ROLES[self.you]));
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

    /// Returns what the scenario asks, apart from the engine and its random numbers: the rules, the
    /// sides in exact notation where they can be typed, and the setting.
    pub(crate) fn asked(
        &self,
        rulebook: Rulebook,
        policy_field: &'static str,
    ) -> Result<Value, Diagnostic> {
        let policies = Policies { field: policy_field };
        let mut all = Map::new();
        let json = |text: String| serde_json::from_str(&text).unwrap_or(Value::Null);
        all.insert("rules".into(), rulebook.name().into());
        let side = |side: &SideText| -> Result<Value, Diagnostic> {
            match side.typed_in_full(policies.field) {
                Some(typed) => Ok(match &side.name {
                    Some(name) => serde_json::json!({"name": name, "fleet": typed}),
                    None => typed.into(),
                }),
                None => policies.side(side).map(json),
            }
        };
        match &self.sides {
            Sides::Two(sides) => {
                for (role, own) in ROLES.into_iter().zip(&sides[..]) {
                    all.insert(role.into(), side(own)?);
                }
            }
            Sides::Parties(parties) => {
                let parties = parties.iter().map(side).collect::<Result<Vec<_>, _>>()?;
                all.insert("parties".into(), parties.into());
            }
        }
        if self.you > 0 {
            all.insert("you".into(), ROLES[self.you].into());
        }
        let setting = self.setting_written.as_ref();
        let setting = setting.map(|written| policies.setting(written, &self.sides)).transpose()?;
        let mut setting: Map<String, Value> =
            setting.map_or_else(Map::new, |text| serde_json::from_str(&text).unwrap_or_default());
        setting.retain(|_, value| !value.is_null());
        self.close_retreats(&mut setting);
        if !setting.is_empty() {
            all.insert("setting".into(), setting.into());
        }
        Ok(all.into())
    }

    /// Adds that a side cannot retreat if it has a condition to retreat, but nothing says where to.
    /// A condition that is typed with a fleet would mean that it can.
    fn close_retreats(&self, setting: &mut Map<String, Value>) {
        for (n, side) in self.sides.all().iter().enumerate() {
            let open = setting.get("retreat").and_then(Value::as_object);
            let mut named = open.into_iter().flatten().map(|(name, _)| self.sides.named(name));
            if side.play.fields.has("retreat") && !named.any(|named| named == Ok(n)) {
                let retreat = setting.entry("retreat").or_insert_with(|| Map::new().into());
                if let Value::Object(retreat) = retreat {
                    retreat.insert(self.sides.role(n), false.into());
                }
            }
        }
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
        if side.mix.iter().any(|part| side.command.is_some() || part.side.command.is_some()) {
            return self.mix(side);
        }
        let Some(policy) = &side.command else { return Ok(side.written.compact()) };
        let policy = quoted(&policy.value);
        let mut fields = match side.written.is_string() {
            true => Object(vec![("fleet".into(), side.written.compact())]),
            false => Object::of(&side.written)?,
        };
        if let Some(fleet) = fields.get("fleet")? {
            fields.set("fleet", self.without(&fleet)?);
        }
        let play = match fields.get("play")?.filter(JsonNode::is_object) {
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

    /// Returns a mix of fleets that all play by the policy of the side.
    fn mix(self, side: &SideText) -> Result<String, Diagnostic> {
        let mut fields = Object::of(&side.written)?;
        let part = |MixPart { weight, side: of_part }: &MixPart| {
            let played = SideText {
                command: side.command.clone().or(of_part.command.clone()),
                ..of_part.clone()
            };
            let mut fields = Object::default();
            fields.set("weight", weight.to_string());
            fields.set("fleet", self.side(&played)?);
            Ok(fields.to_string())
        };
        let parts = side.mix.iter().map(part).collect::<Result<Vec<_>, Diagnostic>>()?;
        fields.set("mix", list(&parts));
        Ok(fields.to_string())
    }

    /// Returns a setting without the policies of fleets that it lists by role, such as those on
    /// planets, where they would conflict with the policy of the side.
    fn setting(self, setting: &JsonNode, sides: &Sides) -> Result<String, Diagnostic> {
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
    fn listed(self, member: &JsonNode, role: &str) -> Result<String, Diagnostic> {
        if !member.is_object() {
            return Ok(member.compact());
        }
        let mut fields = Object::of(member)?;
        if let Some(fleet) = fields.get(role)?.filter(JsonNode::is_string) {
            fields.set(role, self.without(&fleet)?);
        }
        Ok(fields.to_string())
    }

    /// Returns a typed fleet without its policy options.
    fn without(self, fleet: &JsonNode) -> Result<String, Diagnostic> {
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
    fn of(node: &JsonNode) -> Result<Self, Diagnostic> {
        Ok(Self(node.fields()?.into_iter().map(|f| (f.name, f.value.compact())).collect()))
    }

    /// Returns a field that is neither missing nor `null`.
    fn get(&self, name: &str) -> Result<Option<JsonNode>, Diagnostic> {
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
    Value::from(text).to_string()
}

/// Parses a value known to be JSON.
fn node(text: &str) -> Result<JsonNode, Diagnostic> {
    JsonNode::document(&Source::new("scenario", text))
}
