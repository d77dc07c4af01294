//! Dice that are rolled next, and rolls that users give.

use super::super::noted::wrong_dice;
use super::Now;
use super::moment::Open;
use crate::answer::played::now::{read_hits, roll_source};
use crate::dice::{Die, Sampler, block_generator};
use crate::games::eclipse::answer::words::{counts, dice_named, dice_names, dice_words};
use crate::games::eclipse::rules::{Activation, DefenceDice, Dice, TableDie};
use crate::result::{BattleDice, BattleNext, BattleRoll, RollEntry};
use crate::scenario::{Diagnostic, Place, read_roll};

/// Number of faces of a die.
const FACES: u32 = 6;

impl Now<'_, '_> {
    /// Returns the dice of a group.
    pub(super) fn cannons(&self, activation: &Activation) -> BattleNext {
        let kinds = (0..Dice::COLOURS.len()).filter(|&colour| activation.dice[colour] > 0);
        let dice = kinds.map(|colour| self.dice_of(activation, colour)).collect();
        let who = self.table.group(activation.side, activation.group);
        let roll = BattleRoll {
            side: activation.side,
            words: dice_words(&activation.dice.map(u32::from)),
            who,
            entry: RollEntry::Faces,
            most: None,
            dice,
        };
        let labels = &self.table.matchup.sides[activation.side].labels;
        let words = format!(
            "{}: {} rolls {} for {} {}",
            self.moment.part,
            labels.called(activation.side),
            roll.words,
            activation.ships,
            labels.group_name(activation.group)
        );
        BattleNext::Roll { words, rolls: vec![roll] }
    }

    fn dice_of(&self, activation: &Activation, colour: usize) -> BattleDice {
        let (name, count) = (Dice::name(colour), u32::from(activation.dice[colour]));
        let enemy = 1 - activation.side;
        let state = self.state();
        let names = self.table.matchup.sides[enemy].labels.group_names();
        let lives = self.table.battle.lives(enemy, &state.ships[enemy]);
        let living = (0..lives.len()).filter(|group| !lives[*group].is_empty());
        let faces = |group| {
            let faces = self.table.battle.hitting_faces(state.turn, group);
            FACES + 1 - u32::from(faces)
        };
        let mut limits: Vec<(u32, &str)> = living.map(|g| (faces(g), names[g].as_str())).collect();
        limits.sort_by_key(|(face, _)| *face);
        let first = limits.first().map_or(FACES, |(face, _)| *face);
        let is_same = limits.iter().all(|(face, _)| *face == first);
        let hits = match (colour == Dice::RIFT, is_same) {
            (true, _) => "by their symbols".into(),
            (false, true) => format!("hit on {}", on(first)),
            (false, false) => {
                let each = limits.iter().map(|(face, class)| format!("{class} on {}", on(*face)));
                format!("hit {}", each.collect::<Vec<_>>().join(", "))
            }
        };
        BattleDice {
            name: name.into(),
            letter: Some(Dice::COLOURS[colour].0),
            count,
            sides: FACES,
            hits_on: (colour != Dice::RIFT && is_same).then_some(first),
            words: format!("{count} {name}: {hits}"),
        }
    }

    /// Returns the dice of the point defence that fires at missiles.
    pub(super) fn defence(&self, activation: &Activation) -> BattleNext {
        let roll = self.defence_roll(activation);
        let (missiles, _) = self.game.in_flight(&self.moment.at);
        let words = format!(
            "{}: point defence of {} fires at {} in flight",
            self.moment.part,
            self.table.matchup.sides[roll.side].labels.called(roll.side),
            missiles.len()
        );
        BattleNext::Roll { words, rolls: vec![roll] }
    }

    fn defence_roll(&self, activation: &Activation) -> BattleRoll {
        let side = 1 - activation.side;
        let labels = &self.table.matchup.sides[side].labels;
        let dice = |dice: &DefenceDice| {
            let (name, count) = (labels.group_name(dice.group), dice.dice);
            let stops_on = u32::from(dice.stops_on);
            let words = format!("{count} of {name}: stop on {}", on(stops_on));
            let (letter, hits_on) = (None, Some(stops_on));
            BattleDice { name, letter, count, sides: FACES, hits_on, words }
        };
        let dice: Vec<BattleDice> = self.defences().iter().map(dice).collect();
        let all: Vec<&str> = dice.iter().map(|dice| dice.words.as_str()).collect();
        BattleRoll {
            side,
            who: labels.name.clone(),
            words: all.join("; "),
            entry: RollEntry::Hits,
            most: Some(dice.iter().map(|dice| dice.count).sum()),
            dice,
        }
    }

    fn defences(&self) -> Vec<DefenceDice> {
        self.game.defending(&self.moment.at).unwrap_or_default()
    }

    /// Reads the number of missiles that a point defence may stop. Returns the name of its side,
    /// too.
    pub(super) fn read_stops(&self, roll: &str) -> Result<(String, u32), Diagnostic> {
        let Some(activation) = self.moment.activation() else { return Ok((String::new(), 0)) };
        let rolls = [self.defence_roll(&activation)];
        let hits = read_hits(roll, &rolls)?;
        let [roll] = rolls;
        Ok((roll.who, hits.first().copied().unwrap_or(0)))
    }

    /// Reads the dice that a group has rolled.
    pub(super) fn read_dice(
        &self,
        activation: &Activation,
        roll: &str,
    ) -> Result<Vec<TableDie>, Diagnostic> {
        let source = roll_source(roll);
        let whole = Place::whole(&source);
        let only = activation.only_colour();
        let faces = read_roll(&source)?;
        let dice = dice_named(&faces, only)
            .map_err(|why| Diagnostic::at(&whole, why).label("the group has no such die"))?;
        let found = counts(&dice);
        match found == activation.dice.map(u32::from) {
            true => Ok(dice),
            false => Err(wrong_dice(self.table, activation, &found, &whole)),
        }
    }

    /// Returns a random result of the dice that are rolled next; `None` if none are.
    pub(super) fn thrown(&self, seed: u64) -> Option<String> {
        let mut sampler = Sampler::new(block_generator(seed, 0));
        let mut face = || sampler.choose(&[1; FACES as usize]) as u8 + 1;
        match &self.moment.open {
            Open::Roll(activation) => {
                let colours = (0..Dice::COLOURS.len())
                    .flat_map(|colour| (0..activation.dice[colour]).map(move |_| colour));
                let dice: Vec<TableDie> =
                    colours.map(|colour| TableDie { colour, face: face() }).collect();
                Some(dice_names(&dice))
            }
            Open::Defence(_) => {
                let defences = self.defences();
                let mut hits =
                    |dice: &DefenceDice| (0..dice.dice).filter(|_| face() >= dice.stops_on).count();
                Some(defences.iter().map(&mut hits).sum::<usize>().to_string())
            }
            Open::Over | Open::Retreat(_) | Open::Dice(..) => None,
        }
    }
}

/// Returns the faces from this one on.
fn on(face: u32) -> String {
    if face >= FACES { FACES.to_string() } else { format!("{face}+") }
}
