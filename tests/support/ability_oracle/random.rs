//! Random combats with abilities, as scenarios.

use serde_json::{Map, Value, json};

use super::table::{ANY, ATTACKER, DEFENDER, Entry, GROUND, SPACE, TEXTS_GROUND, TEXTS_SPACE, Use};
use super::units::{Cards, Kind};
use crate::support::random::Random;

/// A group of units that is being drawn.
struct Drawn {
    class: String,
    count: u64,
}

/// A side that is being drawn.
#[derive(Default)]
struct Draft {
    faction: String,
    groups: Vec<Drawn>,
    effects: Vec<&'static Entry>,
    galvanized: bool,
}

impl Draft {
    fn names(&self, name: &str) -> bool {
        self.effects.iter().any(|entry| entry.name == name)
    }

    fn has(&self, class: &str) -> bool {
        self.groups.iter().any(|group| group.class == class)
    }

    /// How many units there are besides structures.
    fn size(&self) -> u64 {
        let fights = |group: &&Drawn| !group.class.starts_with("pds");
        self.groups.iter().filter(fights).map(|group| group.count).sum()
    }

    /// Adds a unit. Units of two factions are not mixed, and all of a type are of one class.
    fn add(&mut self, cards: &Cards, class: &str) {
        let kind = |class: &str| cards.get(cards.named(class)).kind;
        let alike = self.groups.iter().find(|group| kind(&group.class) == kind(class));
        let class = &alike.map_or(class.to_string(), |group| group.class.clone());
        let card = cards.get(cards.named(class));
        let other = !card.faction.is_empty() && !self.faction.is_empty();
        let second = card.kind == Kind::Flagship && self.has(class);
        if second || (other && self.faction != card.faction) {
            return;
        }
        if !card.faction.is_empty() {
            self.faction.clone_from(&card.faction);
        }
        match self.groups.iter_mut().find(|group| group.class == *class) {
            Some(group) => group.count += 1,
            None => self.groups.push(Drawn { class: class.clone(), count: 1 }),
        }
    }
}

fn one_of<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len() as u64) as usize]
}

/// The random combat with this number.
pub(crate) fn scenario(seed: u64) -> Value {
    let random = &mut Random::new(seed);
    let cards = Cards::new();
    let space = random.below(3) < 2;
    let mut drafts = [ATTACKER, DEFENDER].map(|side| draft(random, &cards, space, side));
    if space {
        avoid_doubts(&mut drafts);
    }
    let laws: Vec<&str> = ["Articles of War", "Publicize Weapon Schematics", "Conventions of War"]
        .into_iter()
        .filter(|_| random.one_in(20))
        .collect();
    let mut setting = Map::new();
    if !laws.is_empty() {
        setting.insert("laws".into(), json!(laws));
    }
    for (field, here) in [("entropic_scar", true), ("nebula", space)] {
        if here && random.one_in(16) {
            setting.insert(field.into(), json!(true));
        }
    }
    let leaver = (space && random.one_in(8)).then(|| random.below(2) as usize);
    let retreat = if leaver == Some(0) { "attacker" } else { "defender" };
    if leaver.is_some() {
        setting.insert("retreat".into(), json!({retreat: {}}));
    }
    let places = drafts.iter().flat_map(|draft| &draft.effects).any(|entry| entry.places);
    let [attacker, defender] = [0, 1].map(|side| {
        let mut value = written(random, &cards, &drafts[side]);
        let mut play = json!({"sustain": "first", "loss_order": "default"});
        if space && random.one_in(3) {
            play["sustain"] = json!("late");
        }
        if !places && random.one_in(4) {
            play["loss_order"] = order(random, &drafts[side]);
        }
        if leaver == Some(side) {
            play["retreat"] = match random.below(2) {
                0 => json!({"after_round": 1 + random.below(2)}),
                _ => json!({"at_most": 1 + random.below(2)}),
            };
        }
        value["play"] = play;
        value
    });
    let rules = if space { "ti4-space" } else { "ti4-ground" };
    json!({"rules": rules, "attacker": attacker, "defender": defender, "setting": setting})
}

/// Draws one to four effects, units for them and other units.
fn draft(random: &mut Random, cards: &Cards, space: bool, side: Use) -> Draft {
    let mut draft = Draft::default();
    let table = if space { SPACE } else { GROUND };
    let texts = if space { TEXTS_SPACE } else { TEXTS_GROUND };
    if random.one_in(4) {
        one_of(random, texts).iter().for_each(|class| draft.add(cards, class));
    }
    let number = 1 + random.below(4);
    while (draft.effects.len() as u64) < number {
        let entry: &'static Entry = &table[random.below(table.len() as u64) as usize];
        let fits = entry.side == ANY || entry.side == side;
        // A side has one of the two.
        let mounts = ["The Cavalry", "The Cavalry II"];
        let again = mounts.contains(&entry.name) && mounts.iter().any(|name| draft.names(name));
        if fits && !again && !draft.names(entry.name) {
            draft.effects.push(entry);
            draft.galvanized |= entry.galvanized;
            if draft.size() < 4 {
                entry.units.iter().for_each(|class| draft.add(cards, class));
            }
        }
    }
    let most = 2 + random.below(3);
    let plain: &[&str] = match (space, side) {
        (true, _) => &[
            "fighter",
            "destroyer",
            "destroyer-ii",
            "cruiser",
            "cruiser-ii",
            "carrier",
            "dreadnought",
            "dreadnought-ii",
            "war-sun",
            "cruiser",
            "dreadnought",
            "fighter-ii",
        ],
        (false, _) => &["infantry", "infantry", "infantry-ii", "mech"],
    };
    while draft.size() < most {
        let class = one_of(random, plain);
        draft.add(cards, class);
    }
    if !space {
        land(random, cards, &mut draft, side);
    }
    if draft.faction.is_empty() && random.one_in(3) {
        let factions = ["sardakk", "jolnar", "argent", "mentak", "yin", "nomad", "sol", "letnev"];
        draft.faction = one_of(random, &factions).into();
    }
    draft
}

/// Adds ground forces if there are none, ships of an invader, and structures of a defender.
fn land(random: &mut Random, cards: &Cards, draft: &mut Draft, side: Use) {
    let is_force = |group: &Drawn| cards.get(cards.named(&group.class)).is_ground_force();
    if !draft.groups.iter().any(is_force) {
        draft.add(cards, "infantry");
        draft.add(cards, "infantry");
    }
    if side == ATTACKER && random.one_in(2) {
        draft.add(cards, one_of(random, &["dreadnought", "cruiser", "war-sun"]));
    }
    if side == DEFENDER && random.one_in(2) {
        draft.add(cards, one_of(random, &["pds", "pds-ii"]));
    }
}

/// Leaves out what the rules do not decide: The Cavalry or Gravleash Maneuvers where ground forces
/// fight as ships.
fn avoid_doubts(drafts: &mut [Draft; 2]) {
    for draft in drafts {
        let boarded = draft.has("nekro-flagship");
        let doubtful = |name: &str| {
            boarded && ["The Cavalry", "The Cavalry II", "Gravleash Maneuvers"].contains(&name)
        };
        let reveals = draft.groups.iter().any(|group| upgraded(&group));
        draft
            .effects
            .retain(|entry| !doubtful(entry.name) && (reveals || entry.name != "Reveal Prototype"));
    }
}

/// The groups of which Reveal Prototype upgrades the first.
fn upgraded(group: &&Drawn) -> bool {
    ["destroyer", "cruiser", "dreadnought", "fighter", "infantry"].contains(&group.class.as_str())
}

/// Writes the units and effects of a side.
fn written(random: &mut Random, cards: &Cards, draft: &Draft) -> Value {
    let mut groups = Vec::new();
    for group in &draft.groups {
        let card = cards.get(cards.named(&group.class));
        let mut value = json!({"class": group.class, "count": group.count});
        let is_unit = card.kind != Kind::Pds;
        // Eidolons have no sustain damage in space.
        let able = card.sustains && !card.is("naaz-mech");
        if is_unit && able && random.one_in(4) {
            let all = group.count;
            value["damaged"] = json!(1 + random.below(all));
        } else if is_unit && (draft.galvanized || random.one_in(12)) && random.below(3) < 2 {
            value["galvanized"] = json!(1 + random.below(group.count));
        }
        groups.push(value);
    }
    let effects: Vec<Value> =
        draft.effects.iter().map(|entry| effect(random, draft, entry)).collect();
    let mut value = json!({"groups": groups, "effects": effects});
    if !draft.faction.is_empty() {
        value["faction"] = json!(draft.faction);
    }
    value
}

/// Writes an effect with its fields.
fn effect(random: &mut Random, draft: &Draft, entry: &Entry) -> Value {
    let mut value = Map::new();
    if entry.most > 1 {
        value.insert("count".into(), json!(1 + random.below(entry.most)));
    }
    if entry.timed && random.one_in(4) {
        value.insert("round".into(), json!(1 + random.below(3)));
    }
    match entry.name {
        "War Funding" if random.one_in(2) => {
            value.insert("enemy_dice".into(), json!(false));
        }
        "Technological Singularity" => {
            let techs = ["Duranium Armor", "Non-Euclidean Shielding", "Supercharge"];
            let gains = one_of(random, &techs);
            let gains = if draft.names(gains) { "Duranium Armor" } else { gains };
            value.insert("gains".into(), json!(gains));
        }
        "Overwing Zeta" => {
            let faction = !draft.faction.is_empty();
            let units = if faction && random.one_in(2) {
                json!({"flagship": 1, "cruiser": 1})
            } else {
                json!({"cruiser": 1, "destroyer": 1})
            };
            value.insert("units".into(), units);
        }
        "Fragment Reality" => {
            let kind = one_of(random, &["cruiser", "dreadnought", "fighter"]);
            value.insert("units".into(), json!({kind: 1 + random.below(2)}));
        }
        "Reveal Prototype" => {
            let class = draft.groups.iter().find(upgraded).map_or("cruiser", |group| &group.class);
            value.insert("unit".into(), json!(class));
        }
        "Skilled Retreat" => {
            value.insert("round".into(), json!(1 + random.below(3)));
        }
        _ => (),
    }
    if value.is_empty() {
        return json!(entry.name);
    }
    value.insert("name".into(), json!(entry.name));
    Value::Object(value)
}

/// An order of loss of all own classes.
fn order(random: &mut Random, draft: &Draft) -> Value {
    let mut classes: Vec<&str> = draft.groups.iter().map(|group| group.class.as_str()).collect();
    classes.retain(|class| !class.starts_with("pds"));
    for place in (1..classes.len()).rev() {
        classes.swap(place, random.below(place as u64 + 1) as usize);
    }
    json!(classes)
}
