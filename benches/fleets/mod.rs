//! Random fleets of the late game in Eclipse: up to 8 interceptors, 4 cruisers, 2 dreadnoughts and
//! 4 starbases a side, with mixed blueprints and missiles.

use std::fmt::Write;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A class of ships, with the least and the most of each figure.
struct Class {
    name: &'static str,
    ships: [u64; 2],
    dice: [u64; 2],
    hull: [u64; 2],
    initiative: [u64; 2],
}

const CLASSES: [Class; 4] = [
    Class { name: "interceptor", ships: [0, 8], dice: [1, 1], hull: [0, 0], initiative: [2, 4] },
    Class { name: "cruiser", ships: [0, 4], dice: [1, 2], hull: [0, 1], initiative: [1, 3] },
    Class { name: "dreadnought", ships: [0, 2], dice: [2, 2], hull: [1, 3], initiative: [0, 2] },
    Class { name: "starbase", ships: [0, 4], dice: [1, 2], hull: [1, 2], initiative: [3, 5] },
];

/// Colours of dice. Weak ones are twice as frequent.
const COLOURS: [char; 5] = ['y', 'y', 'o', 'o', 'r'];

/// Random fleets.
pub(crate) struct Fleets {
    random: Xoshiro256PlusPlus,
}

impl Fleets {
    /// Returns the fleets of this many fights.
    pub(crate) fn fights(seed: u64, fights: u64) -> Vec<[String; 2]> {
        let mut fleets = Self { random: Xoshiro256PlusPlus::seed_from_u64(seed) };
        (0..fights).map(|_| [fleets.next(), fleets.next()]).collect()
    }

    /// Returns a number from the least to the most, each with the same probability.
    fn number(&mut self, [least, most]: [u64; 2]) -> u64 {
        least + ((u128::from(self.random.next_u64()) * u128::from(most - least + 1)) >> 64) as u64
    }

    /// Returns a fleet with at least one ship.
    fn next(&mut self) -> String {
        loop {
            let ships = CLASSES.each_ref().map(|class| self.number(class.ships));
            let groups: Vec<String> = CLASSES
                .iter()
                .zip(ships)
                .filter(|(_, ships)| *ships > 0)
                .map(|(class, ships)| format!("{ships} {}({})", class.name, self.blueprint(class)))
                .collect();
            if !groups.is_empty() {
                return groups.join(" + ");
            }
        }
    }

    /// Returns a blueprint. One in five has missiles.
    fn blueprint(&mut self, class: &Class) -> String {
        let mut cannons = [('y', 0), ('o', 0), ('r', 0)];
        for _ in 0..self.number(class.dice) {
            let colour = COLOURS[self.number([0, 4]) as usize];
            cannons.iter_mut().filter(|(of, _)| *of == colour).for_each(|(_, n)| *n += 1);
        }
        let mut text = String::from("cannons=");
        for (colour, n) in cannons.into_iter().filter(|(_, n)| *n > 0) {
            let _ = write!(text, "{n}{colour}");
        }
        if self.number([0, 4]) == 0 {
            text.push_str(", missiles=2o");
        }
        let [computer, shield] = [[0, 3], [0, 2]].map(|range| self.number(range));
        let [hull, initiative] = [class.hull, class.initiative].map(|range| self.number(range));
        let _ = write!(text, ", computer={computer}, shield={shield}");
        let _ = write!(text, ", hull={hull}, initiative={initiative}");
        text
    }
}
