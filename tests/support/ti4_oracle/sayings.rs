//! Texts of one's own about rolls (T66).

use serde_json::{Value, json};

use super::*;

/// A text about some rolls.
#[derive(Clone, Debug)]
pub(crate) struct Saying {
    /// Names of the rolls: `combat`, `barrage`, `bombardment`, `cannon`.
    pub rolls: Vec<&'static str>,
    pub on: On,
    pub what: What,
    /// How often it counts, and for how many of them it is said once.
    pub count: usize,
    pub per: usize,
}

/// The units of which a text speaks.
#[derive(Clone, Debug)]
pub(crate) enum On {
    /// The unit on which it is printed.
    Unit(&'static str),
    /// Units of these kinds: own ones, and those of the enemy.
    Kinds(Vec<Kind>, [bool; 2]),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Bonus(i32),
    Dice(usize),
    Gains(usize, i32),
    /// From this number on, as many hits more.
    Hits(i32, usize),
}

pub(crate) const KINDS: [(Kind, &str); 10] = [
    (Kind::Fighter, "fighter"),
    (Kind::Destroyer, "destroyer"),
    (Kind::Cruiser, "cruiser"),
    (Kind::Carrier, "carrier"),
    (Kind::Dreadnought, "dreadnought"),
    (Kind::Flagship, "flagship"),
    (Kind::WarSun, "war-sun"),
    (Kind::Infantry, "infantry"),
    (Kind::Mech, "mech"),
    (Kind::Pds, "pds"),
];

impl Saying {
    /// The entry of a catalogue with this name.
    pub(crate) fn entry(&self, name: &str) -> Value {
        let mut roll = json!({"of": self.rolls});
        let mut entry = json!({"name": name, "kind": "text"});
        if self.is_counted() {
            (roll["per"], entry["count"]) = (json!(self.per), json!(9));
            entry["counts"] = json!("tokens");
        }
        match self.what {
            What::Bonus(bonus) => roll["bonus"] = json!(bonus),
            What::Dice(dice) => roll["dice"] = json!(dice),
            What::Gains(dice, face) => roll["gains"] = json!(format!("{dice}x{face}")),
            What::Hits(from, hits) => (roll["on"], roll["hits"]) = (json!(from), json!(hits)),
        }
        match &self.on {
            On::Unit(unit) => entry["unit"] = json!(unit),
            On::Kinds(kinds, whose) => {
                let name = |kind: &Kind| KINDS.iter().find(|(known, _)| known == kind).unwrap().1;
                if kinds.len() < KINDS.len() {
                    roll["units"] = kinds.iter().map(name).collect();
                }
                roll["whose"] = json!(match whose {
                    [true, false] => "own",
                    [false, true] => "enemy",
                    _ => "both",
                });
            }
        }
        entry["rolls"] = json!([roll]);
        entry
    }

    /// A roll that is gained, and hits of numbers, are there or not.
    pub(crate) fn is_counted(&self) -> bool {
        matches!(self.what, What::Bonus(_) | What::Dice(_))
    }

    /// How often it is said.
    fn times(&self) -> usize {
        if self.is_counted() { self.count / self.per } else { 1 }
    }
}

impl Table<'_> {
    /// Writes what the texts of both sides say onto the cards of the units.
    pub(super) fn write_sayings(&mut self) {
        for gains in [true, false] {
            for side in SIDES {
                // What a side gains by its own texts comes first.
                for owner in [side, 1 - side] {
                    for saying in &self.fight.sides[owner].sayings {
                        if matches!(saying.what, What::Gains(..)) == gains && saying.times() > 0 {
                            self.write(side, owner, saying);
                        }
                    }
                }
            }
        }
    }

    fn write(&mut self, side: usize, owner: usize, saying: &Saying) {
        for group in 0..self.cards[side].len() {
            let card = &mut self.cards[side][group];
            let is_meant = match &saying.on {
                On::Unit(name) => {
                    side == owner && self.fight.sides[side].units[group].name == *name
                }
                On::Kinds(kinds, whose) => {
                    whose[usize::from(side != owner)] && kinds.contains(&card.kind)
                }
            };
            for roll in saying.rolls.iter().filter(|_| is_meant) {
                let is_combat = *roll == "combat";
                let dice = match *roll {
                    "combat" => &mut card.combat,
                    "barrage" => &mut card.barrage,
                    "bombardment" => &mut card.bombs,
                    _ => &mut card.cannon,
                };
                let times = saying.times();
                match saying.what {
                    What::Gains(number, face) if dice.0 == 0 => *dice = (number, face),
                    What::Gains(..) => {}
                    _ if dice.0 == 0 => {}
                    What::Bonus(bonus) => dice.1 -= bonus * times as i32,
                    What::Dice(number) => {
                        dice.0 += number * times;
                        self.more_dice[side][group] += number * times * usize::from(is_combat);
                    }
                    What::Hits(from, hits) => {
                        let faces = &mut self.more_hits[side][group];
                        faces[from as usize..].iter_mut().for_each(|more| *more += hits);
                    }
                }
            }
        }
    }
}
