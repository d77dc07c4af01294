//! Situations, dice and choices in words.

use super::super::words::{dice_names, dice_words};
use super::situation::Situation;
use crate::games::eclipse::rules::{
    Dice, EclipseStep, PossibleRoll, RolledDie, ShipPlace, TableDie,
};

/// A point of a red die that is divided.
const POINT: &str = "point";

/// The dice that are assigned to a ship.
struct Target {
    ship: Option<ShipPlace>,
    dice: Vec<String>,
    damage: u32,
}

impl Situation<'_> {
    /// Returns the kind of the decision.
    pub(in super::super) fn decision(&self) -> &'static str {
        match (&self.roll, self.activation.has_missiles) {
            (Some(_), true) if self.is_shot_at() => "aim",
            (Some(_), _) => "assign",
            (None, _) if self.missiles.is_some() => "stop",
            (None, _) if !self.activation.is_armed() => "retreat",
            (None, _) => "roll",
        }
    }

    /// Whether the enemy's point defence may stop the missiles.
    fn is_shot_at(&self) -> bool {
        let activation = &self.activation;
        activation.has_missiles && self.battle.is_shot_at(activation.turn)
    }

    /// Returns the situation in one sentence.
    pub(super) fn in_words(&self) -> String {
        match self.activation.has_missiles {
            true => self.in_part("missiles"),
            false => self.in_part(&format!("round {}", self.matchup.setup.round)),
        }
    }

    /// Returns the situation in one sentence, in this part of the battle.
    pub(in super::super) fn in_part(&self, round: &str) -> String {
        let activation = &self.activation;
        let (group, ships) = (self.group(), activation.ships);
        let weapon = if activation.has_missiles { "missiles" } else { "cannons" };
        let who = self.called(activation.side);
        let dice = activation.dice.map(u32::from);
        if let Some((missiles, hits)) = &self.missiles {
            let all = missiles.len();
            let who = self.called(self.decider.0);
            return format!("{round}: point defence of {who} may stop {hits} of {all} in flight");
        }
        match &self.roll {
            Some(_) => format!("{round}: {who} has rolled the {weapon} of {ships} {group}"),
            None if !activation.is_armed() => {
                format!("{round}: {ships} {group} of {who} may begin to retreat")
            }
            None => {
                format!("{round}: {who} is about to roll {} for {ships} {group}", dice_words(&dice))
            }
        }
    }

    fn called(&self, side: usize) -> String {
        self.matchup.sides[side].labels.called(side)
    }

    /// Returns the dice as they were read.
    pub(super) fn roll(&self) -> String {
        self.roll.as_deref().map(dice_names).unwrap_or_default()
    }

    /// Returns what the dice do: which of them hit, and what they hit.
    pub(in super::super) fn dice(&self) -> String {
        let Some(roll) = &self.roll else { return String::new() };
        let state = self.state();
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let mut wounds = 0;
        for die in roll {
            wounds += u32::from(die.wounds());
            let effect = match self.battle.rolled_die(&state, *die) {
                Some(kind) if self.targets_differ() => match self.reached(kind) {
                    Some(classes) => format!("hits only {}", classes.join(", ")),
                    None => "hits any ship".into(),
                },
                Some(_) => "hits".into(),
                None => "misses".into(),
            };
            match groups.iter_mut().find(|(known, _)| *known == effect) {
                Some((_, dice)) => dice.push(die.name()),
                None => groups.push((effect, vec![die.name()])),
            }
        }
        let mut parts: Vec<String> = groups
            .into_iter()
            .map(|(effect, dice)| match dice.len() {
                1 => format!("{} {effect}", dice[0]),
                _ => {
                    let plural = effect.replacen("hits", "hit", 1).replacen("misses", "miss", 1);
                    format!("{} {plural}", dice.join(" "))
                }
            })
            .collect();
        if wounds > 0 {
            parts.push(format!("{} own ships that carry rift weapons", points(wounds)));
        }
        parts.join("; ")
    }

    fn enemy(&self) -> usize {
        1 - self.activation.side
    }

    /// Whether some enemies are hit by fewer faces than others.
    fn targets_differ(&self) -> bool {
        let mut faces = self.living().map(|group| self.faces(group));
        let first = faces.next();
        faces.any(|other| Some(other) != first)
    }

    fn faces(&self, group: usize) -> u8 {
        self.battle.hitting_faces(self.activation.turn, group)
    }

    /// Returns the groups of the enemy that have living ships.
    fn living(&self) -> impl Iterator<Item = usize> {
        let alive = self.state().ships[self.enemy()].alive;
        (0..alive.len()).filter(move |&group| alive[group] > 0)
    }

    /// Returns the groups that a die hits; `None` if it hits all.
    fn reached(&self, die: RolledDie) -> Option<Vec<String>> {
        let all: Vec<usize> = self.living().collect();
        let hit: Vec<usize> =
            all.iter().copied().filter(|&group| self.faces(group) >= die.reach).collect();
        let labels = &self.matchup.sides[self.enemy()].labels;
        (hit.len() < all.len()).then(|| hit.iter().map(|&g| labels.group_name(g)).collect())
    }

    /// Returns a possible roll: the dice that hit.
    pub(super) fn possible(&self, roll: &PossibleRoll) -> String {
        let mut parts: Vec<String> = roll
            .dice
            .iter()
            .map(|&(die, hits)| {
                let what = match self.is_divided(die) {
                    true => format!("{hits} points of red"),
                    false => format!("{hits} {}", self.colour(die)),
                };
                match self.reached(die) {
                    Some(classes) => format!("{what} on {} only", classes.join(", ")),
                    None => what,
                }
            })
            .collect();
        if roll.wounds > 0 {
            parts.push(format!("{} the own fleet", points(roll.wounds.into())));
        }
        if parts.is_empty() { "no hit".into() } else { parts.join(" + ") }
    }

    fn is_divided(&self, die: RolledDie) -> bool {
        self.activation.divides_red
            && die.battery == 0
            && die.damage == 1
            && self.activation.dice[3] > 0
    }

    /// Returns the colour of a die of a volley. A rift die does as much damage as one of another
    /// colour; where the group rolls both, the die may be either.
    fn colour(&self, die: RolledDie) -> String {
        let colour = usize::from(die.damage.max(1)) - 1;
        let activation = &self.activation;
        let rift = || ["rift 4", "rift 5", "rift 6"][colour.min(2)];
        match (activation.dice[colour], activation.dice[Dice::RIFT]) {
            (_, 0) => Dice::name(colour).into(),
            (0, _) => rift().into(),
            (_, _) => format!("{} or {}", Dice::name(colour), rift()),
        }
    }

    /// Returns each step of a choice: the dice of each ship.
    pub(in super::super) fn steps(&self, steps: &[EclipseStep]) -> Vec<String> {
        match steps {
            [EclipseStep::Fire] if !self.activation.is_armed() => return vec!["stay".into()],
            [EclipseStep::Fire] => return vec!["fire".into()],
            [EclipseStep::Retreat] => return vec!["begin to retreat".into()],
            [] => return vec!["nothing to choose".into()],
            [EclipseStep::Stop { .. } | EclipseStep::StopNone, ..] => return self.stops(steps),
            _ => {}
        }
        let targets = self.targets(steps);
        let mut alike: Vec<(&Target, usize)> = Vec::new();
        for target in &targets {
            match alike.iter_mut().find(|(known, _)| self.are_alike(known, target)) {
                Some((_, ships)) => *ships += 1,
                None => alike.push((target, 1)),
            }
        }
        let first: Vec<&Target> = alike.iter().map(|(target, _)| *target).collect();
        let ships = self.ship_names(&first);
        let step = |((target, n), ship): ((&Target, usize), String)| match n {
            1 => self.effect(target, ship),
            _ => self.effects(target, n),
        };
        alike.into_iter().zip(ships).map(step).collect()
    }

    /// Returns the missiles that are stopped.
    fn stops(&self, steps: &[EclipseStep]) -> Vec<String> {
        let mut stopped: Vec<Target> = Vec::new();
        for step in steps {
            let EclipseStep::Stop { damage, target } = *step else { continue };
            let colour = Dice::name(usize::from(damage) - 1).to_string();
            match stopped.iter_mut().find(|known| known.ship == Some(target)) {
                Some(known) => known.dice.push(colour),
                None => stopped.push(Target { ship: Some(target), dice: vec![colour], damage: 0 }),
            }
        }
        if stopped.is_empty() {
            return vec!["stop no missile".into()];
        }
        let stop = |target: &Target| {
            let ship = target.ship.map(|ship| self.numbered(ship)).unwrap_or_default();
            format!("stop {} at {ship}", joined(&target.dice))
        };
        stopped.iter().map(stop).collect()
    }

    /// Returns a ship by its number among those of its group, the healthiest first: equal ships
    /// differ by the missiles that are aimed at them.
    fn numbered(&self, ship: ShipPlace) -> String {
        let enemy = self.enemy();
        let ships = &self.state().ships[enemy];
        let place = |n| self.battle.place(enemy, ships, ship.group, n);
        let all: Vec<ShipPlace> = (0..).map_while(place).collect();
        let name = self.matchup.sides[enemy].labels.group_name(ship.group.into());
        match all.iter().position(|other| *other == ship).filter(|_| all.len() > 1) {
            Some(n) => format!("{name} {}", n + 1),
            None => format!("the {name}"),
        }
    }

    /// Returns a choice in one line.
    pub(in super::super) fn choice(&self, steps: &[EclipseStep]) -> String {
        self.steps(steps).join("; ")
    }

    /// Returns the dice of each ship, in the order in which the ships are hit.
    fn targets(&self, steps: &[EclipseStep]) -> Vec<Target> {
        let mut pool = self.pool();
        let mut targets: Vec<Target> = Vec::new();
        for step in steps {
            let EclipseStep::Assign { die, target } = *step else { continue };
            let name = match pool.iter().position(|(kind, _)| *kind == die) {
                Some(n) => pool.remove(n).1,
                None if self.is_divided(die) => POINT.into(),
                None => self.colour(die),
            };
            let damage = u32::from(die.damage);
            match targets.iter_mut().find(|known| known.ship == target) {
                Some(known) => {
                    known.dice.push(name);
                    known.damage += damage;
                }
                None => targets.push(Target { ship: target, dice: vec![name], damage }),
            }
        }
        targets
    }

    /// Returns the dice of each ship by name, in the order in which the ships are hit.
    pub(in super::super) fn aims(&self, steps: &[EclipseStep]) -> Vec<(Vec<String>, ShipPlace)> {
        let targets = self.targets(steps).into_iter();
        targets.filter_map(|target| Some((target.dice, target.ship?))).collect()
    }

    /// Returns the dice on the table that hit, each with its kind. Points of divided dice have no
    /// names of their own.
    fn pool(&self) -> Vec<(RolledDie, String)> {
        let state = self.state();
        let mut roll: Vec<TableDie> = self.roll.clone().unwrap_or_default();
        roll.sort_by_key(|die| std::cmp::Reverse(die.face));
        let kind = |die: &TableDie| self.battle.rolled_die(&state, *die);
        let named = roll.iter().filter_map(|die| Some((kind(die)?, die.name())));
        named.filter(|(die, _)| !self.is_divided(*die)).collect()
    }

    /// Whether equal dice are assigned to two equal ships.
    fn are_alike(&self, a: &Target, b: &Target) -> bool {
        let enemy = self.enemy();
        let ships = &self.state().ships[enemy];
        let life = |ship: ShipPlace| (ship.group, self.battle.life(ships, ship.place));
        a.dice == b.dice && a.ship.map(life) == b.ship.map(life)
    }

    /// Returns what happens to each of `n` equal ships.
    fn effects(&self, target: &Target, n: usize) -> String {
        let dice = joined(&target.dice);
        let Some(ship) = target.ship else { return format!("{dice} each lost") };
        let ships = self.described(&n.to_string(), ship);
        if self.is_shot_at() {
            return format!("{dice} at each of {ships}");
        }
        match self.damage_after(target) {
            None => format!("{dice} each destroy {ships}"),
            Some(damage) => format!("{dice} each damage {ships} ({damage})"),
        }
    }

    /// Returns what happens to a ship.
    fn effect(&self, target: &Target, ship: String) -> String {
        let several = target.dice.len() > 1;
        let dice = joined(&target.dice);
        let verb = |one: &'static str, more: &'static str| if several { more } else { one };
        if target.ship.is_none() {
            return format!("{dice} {} lost", verb("is", "are"));
        }
        if self.is_shot_at() {
            return format!("{dice} at {ship}");
        }
        match self.damage_after(target) {
            None => format!("{dice} {} {ship}", verb("destroys", "destroy")),
            Some(damage) => format!("{dice} {} {ship} ({damage})", verb("damages", "damage")),
        }
    }

    /// Returns the damage of a ship after its dice in words: `damage 1 of 2`; `None` if they
    /// destroy it.
    fn damage_after(&self, target: &Target) -> Option<String> {
        let ShipPlace { group, place } = target.ship?;
        let ships = &self.state().ships[self.enemy()];
        let life = u32::from(self.battle.life(ships, place));
        let before = self.battle.damage(self.enemy(), ships, (group, place));
        let (after, hull) = (u32::from(before) + target.damage, u32::from(before) + life - 1);
        (target.damage < life).then(|| format!("damage {after} of {hull}"))
    }

    /// Returns a name for each target that tells it from the others.
    fn ship_names(&self, targets: &[&Target]) -> Vec<String> {
        let mut named: Vec<(u8, u8)> = Vec::new();
        targets
            .iter()
            .map(|target| {
                let Some(ship) = target.ship else { return String::new() };
                let (damage, all) = self.damages(ship);
                let alike = all.iter().filter(|&&other| other == damage).count();
                let before = named.iter().filter(|&&known| known == (ship.group, damage)).count();
                named.push((ship.group, damage));
                let which = match (alike, before) {
                    (1, _) => "the",
                    (_, 0) => "one",
                    _ => "another",
                };
                self.described(which, ship)
            })
            .collect()
    }

    /// Returns the damage of a ship and of all living ships of its group.
    fn damages(&self, ship: ShipPlace) -> (u8, Vec<u8>) {
        let (battle, enemy) = (&self.battle, self.enemy());
        let ships = &self.state().ships[enemy];
        let damage = battle.damage(enemy, ships, (ship.group, ship.place));
        (damage, battle.damages(enemy, ships, ship.group))
    }

    /// Returns a ship with what tells it from others of its group that have another damage.
    fn described(&self, which: &str, ship: ShipPlace) -> String {
        let name = self.matchup.sides[self.enemy()].labels.group_name(ship.group.into());
        let (damage, all) = self.damages(ship);
        let is_only_damage = all.iter().all(|&other| other == 0 || other == damage);
        if all.iter().all(|&other| other == damage) {
            format!("{which} {name}")
        } else if damage == 0 {
            format!("{which} undamaged {name}")
        } else if is_only_damage {
            format!("{which} damaged {name}")
        } else {
            format!("{which} {name} with damage {damage}")
        }
    }
}

/// Returns dice in words. Equal names are counted: `3 points`, `2 yellow`.
fn joined(dice: &[String]) -> String {
    let mut parts: Vec<(String, usize)> = Vec::new();
    for die in dice {
        match parts.iter_mut().find(|(known, _)| known == die) {
            Some((_, n)) => *n += 1,
            None => parts.push((die.clone(), 1)),
        }
    }
    let shown = parts.into_iter().map(|(name, n)| match n {
        1 if name == POINT => "1 point".into(),
        1 => name,
        n if name == POINT => format!("{n} points"),
        n if name.ends_with(|c: char| c.is_ascii_digit()) => vec![name; n].join(" + "),
        n => format!("{n} {name}"),
    });
    shown.collect::<Vec<_>>().join(" + ")
}

fn points(n: u32) -> String {
    if n == 1 { "1 point hits".into() } else { format!("{n} points hit") }
}
