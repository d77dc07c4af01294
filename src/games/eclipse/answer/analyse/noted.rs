//! The notes of a line about dice and ships, and the choices that fit them.

use rustc_hash::FxHashSet;

use super::lives::{
    Lives, MAX_READINGS, Ship, Struck, are_equal, clamped, missile, read_on, sorted, struck_ways,
};
use super::table::Table;
use crate::answer::NoAnswer;
use crate::games::eclipse::answer::words::{counts, dice_named, dice_words};
use crate::games::eclipse::rules::{
    Activation, EclipseBattle, EclipseChoice, EclipseGame, EclipsePosition, EclipseState,
    EclipseStep, TableDie,
};
use crate::result::ROLES;
use crate::scenario::diagnostics::list;
use crate::scenario::{
    AimedAt, Diagnostic, Fate, Note, NotedShip, NotedUnits, Place, RecordLine, Spanned, WhichShip,
    nearest, normalise,
};

/// The notes of a volley.
#[derive(Clone)]
pub(super) struct NotedVolley {
    /// The dice; `None` if they were not noted.
    pub(super) dice: Option<Vec<TableDie>>,
    /// The dice of each note with their target, if it was noted.
    aimed: Vec<(Vec<TableDie>, Option<Target>)>,
    /// Ships destroyed, if that was noted.
    destroyed: Option<Vec<Struck>>,
    /// Ships damaged and left, if that was noted.
    damaged: Option<Vec<Struck>>,
    place: Place,
    /// Place of the dice.
    dice_at: Place,
    enemy: usize,
}

/// Target of dice.
#[derive(Clone, Copy)]
enum Target {
    Nothing,
    Ship { group: usize, which: WhichShip },
}

impl NotedVolley {
    /// Reads the notes of a line.
    pub(super) fn read(
        table: &Table<'_>,
        line: &RecordLine,
        activation: &Activation,
    ) -> Result<Self, Diagnostic> {
        let enemy = 1 - activation.side;
        let mut volley = Self {
            dice: None,
            aimed: Vec::new(),
            destroyed: None,
            damaged: None,
            place: line.place.clone(),
            dice_at: line.place.clone(),
            enemy,
        };
        for note in &line.notes {
            match &note.value {
                Note::Open | Note::Retreats | Note::Stays => {}
                Note::Dice(dice, aimed) => {
                    let only = activation.only_colour();
                    let dice = dice_named(dice, only).map_err(|why| {
                        Diagnostic::at(&note.place, why).label("the group has no such die")
                    })?;
                    let target = aimed.as_ref().map(|aimed| target(table, enemy, aimed, note));
                    match &mut volley.dice {
                        Some(all) => all.extend(&dice),
                        None => {
                            volley.dice = Some(dice.clone());
                            volley.dice_at = note.place.clone();
                        }
                    }
                    volley.dice_at = volley.dice_at.to(&note.place);
                    volley.aimed.push((dice, target.transpose()?));
                }
                Note::Units(Fate::Destroys, units) => {
                    volley.destroyed = Some(struck(table, enemy, units, note)?);
                }
                Note::Units(Fate::Damages, units) => {
                    volley.damaged = Some(struck(table, enemy, units, note)?);
                }
                Note::Hits(_) => {
                    return Err(Diagnostic::at(&note.place, "in Eclipse the dice are noted")
                        .label("expected dice, such as `y6 y2`")
                        .help("`?, destroys 1 cruiser` if only the effect was noted"));
                }
                Note::Units(Fate::Loses | Fate::Sustains, _) => {
                    return Err(Diagnostic::at(&note.place, "the line is of the group that fires")
                        .label("expected what it destroys: `destroys 1 cruiser`"));
                }
            }
        }
        Ok(volley)
    }

    /// Whether it was noted what the dice have done.
    pub(super) fn has_results(&self) -> bool {
        self.destroyed.is_some() || self.damaged.is_some()
    }

    /// Whether these are the dice that the group rolls in a position.
    pub(super) fn is_roll_of(
        &self,
        table: &Table<'_>,
        game: &EclipseGame<'_>,
        at: &EclipsePosition,
    ) -> bool {
        let state = game.situation(at);
        let rolled = table.battle.dice_of(&state);
        self.counts() == rolled.map(u32::from)
    }

    /// Returns the number of dice of each colour.
    fn counts(&self) -> [u32; 5] {
        counts(self.dice.as_deref().unwrap_or_default())
    }

    /// Returns the error of dice that the group does not roll.
    pub(super) fn wrong_dice(&self, table: &Table<'_>, activation: &Activation) -> Diagnostic {
        wrong_dice(table, activation, &self.counts(), &self.dice_at)
    }

    /// Returns the error of targets that no choice allows.
    pub(super) fn wrong_target(&self, table: &Table<'_>, is_rule_broken: bool) -> Diagnostic {
        let error = Diagnostic::at(&self.place, "these dice cannot be assigned like this");
        let enemy = &table.matchup.sides[self.enemy].labels.name;
        if self.dice.is_none() {
            return Diagnostic::at(&self.place, "no roll of this group can have done this")
                .label("more damage than its dice do, or ships that are not there");
        }
        match is_rule_broken && !table.are_players[1 - self.enemy] {
            true => error
                .label("neutral ships follow their rule")
                .help("leave out their targets, and the rule finds them"),
            false => error.label("too many hits, or a ship that is not there").help(format!(
                "each die that hits must go to a ship of {enemy} that it hits, as long as one is left"
            )),
        }
    }

    /// Whether a volley that no captain assigned has done what was noted. `struck` is the situation
    /// after it, before the end of the activation; without one, a captain is still to assign it.
    pub(super) fn fits_struck(
        &self,
        table: &Table<'_>,
        before: &EclipseState,
        struck: Option<&EclipseState>,
    ) -> bool {
        let lives = |struck| lives_between(&table.battle, self.enemy, before, struck);
        struck.is_none_or(|struck| self.fits(table, before, &lives(struck), false))
    }

    /// Whether missiles have landed as noted, where `after` is the situation before the end of the
    /// activation.
    pub(super) fn fits_landing(
        &self,
        table: &Table<'_>,
        before: &EclipseState,
        after: &EclipseState,
    ) -> bool {
        self.results_fit(table, &lives_between(&table.battle, self.enemy, before, after))
    }

    /// Returns the notes without the targets of dice.
    pub(super) fn without_targets(&self) -> Self {
        Self { aimed: Vec::new(), ..self.clone() }
    }

    /// Returns which choices of a captain fit the notes.
    pub(super) fn fitting(
        &self,
        table: &Table<'_>,
        (before, side): (&EclipseState, usize),
        choices: &[EclipseChoice],
    ) -> Vec<bool> {
        if side == self.enemy {
            return vec![true; choices.len()];
        }
        let is_aimed = choices.iter().any(|choice| !choice.to.is_between_activations());
        let fits = |choice: &EclipseChoice| {
            let lives = lives_after(table, self.enemy, (before, &choice.steps), is_aimed);
            self.fits(table, before, &lives, is_aimed)
        };
        choices.iter().map(fits).collect()
    }

    /// Whether these lives of the enemy's ships fit the notes.
    fn fits(
        &self,
        table: &Table<'_>,
        before: &EclipseState,
        lives: &Lives,
        is_aimed: bool,
    ) -> bool {
        // Point defence may still stop missiles that are aimed.
        let results_fit = is_aimed || self.results_fit(table, lives);
        results_fit && self.targets_fit(table, before, lives, is_aimed)
    }

    /// Whether these lives of the enemy's ships fit what was noted of their fate.
    fn results_fit(&self, table: &Table<'_>, lives: &Lives) -> bool {
        let is_destroyed = |ship: &&Ship| ship.left <= 0;
        let is_damaged = |ship: &&Ship| ship.left > 0 && ship.left < ship.before;
        let count =
            |group: usize, is: &dyn Fn(&&Ship) -> bool| lives[group].iter().filter(is).count();
        let noted = |struck: &[Struck], group: usize| -> u32 {
            struck.iter().filter(|s| s.group == group).map(|s| s.ships).sum()
        };
        let has = |struck: &Option<Vec<Struck>>, is: &dyn Fn(&&Ship) -> bool| {
            let is_right = |all: &Vec<Struck>| {
                (0..lives.len()).all(|g| count(g, is) == noted(all, g) as usize)
            };
            struck.as_ref().is_none_or(is_right)
        };
        match (&self.destroyed, &self.damaged) {
            (Some(destroyed), Some(damaged)) => {
                let full = |group: usize| table.battle.full_life(self.enemy, group).into();
                let whole = |ship: &Ship| Ship::new(ship.before, ship.before);
                let before = lives.iter().map(|group| group.iter().map(whole).collect()).collect();
                let wanted = sorted(lives.clone());
                let readings = struck_ways(before, destroyed, &full, true);
                let readings =
                    readings.into_iter().flat_map(|r| struck_ways(r, damaged, &full, false));
                readings.map(sorted).any(|reading| are_equal(&reading, &wanted))
            }
            (destroyed, damaged) => has(destroyed, &is_destroyed) && has(damaged, &is_damaged),
        }
    }

    /// Whether the dice with noted targets can have led to these lives.
    fn targets_fit(
        &self,
        table: &Table<'_>,
        before: &EclipseState,
        lives: &Lives,
        is_aimed: bool,
    ) -> bool {
        if self.aimed.iter().all(|(_, target)| target.is_none()) {
            return true;
        }
        let mut is_complete = true;
        let lives_before = table.battle.lives(self.enemy, &before.ships[self.enemy]);
        let start: Lives = lives_before
            .iter()
            .map(|group| group.iter().map(|&life| Ship::new(life.into(), life.into())).collect())
            .collect();
        let mut readings: FxHashSet<Lives> = FxHashSet::from_iter([start]);
        for (dice, target) in &self.aimed {
            let hitting: Vec<TableDie> = dice
                .iter()
                .copied()
                .filter(|die| table.battle.rolled_die(before, *die).is_some())
                .collect();
            match target {
                None => is_complete &= hitting.is_empty(),
                Some(Target::Nothing) => {}
                Some(Target::Ship { group, which }) => {
                    let points: Vec<i32> =
                        hitting.iter().map(|die| i32::from(table.battle.points(*die))).collect();
                    let fulls = table.battle.full_life(self.enemy, *group);
                    readings = read_on(&readings, *group, *which, &points, fulls.into());
                }
            }
            if readings.len() > MAX_READINGS {
                return true;
            }
        }
        let wanted = sorted(lives.clone());
        readings.into_iter().any(|reading| {
            let reading = sorted(clamped(reading, is_aimed));
            if is_complete {
                return are_equal(&reading, &wanted);
            }
            // Dice whose targets were not noted have done more damage.
            reading.iter().zip(&wanted).all(|(read, wanted)| {
                read.iter().zip(wanted).all(|(read, wanted)| read.left >= wanted.left)
            })
        })
    }
}

/// Returns the lives of the ships of a side after a choice of its enemy.
pub(super) fn lives_after(
    table: &Table<'_>,
    side: usize,
    (before, steps): (&EclipseState, &[EclipseStep]),
    is_aimed: bool,
) -> Lives {
    let battle = &table.battle;
    let ships = &before.ships[side];
    let classes = &table.matchup.sides[side].labels.classes;
    let places = |group: usize| (0..).map_while(move |n| battle.place(side, ships, group as u8, n));
    let left = |place: u8| {
        let life = i32::from(battle.life(ships, place));
        let damage = |step: &EclipseStep| match step {
            EclipseStep::Assign { die, target: Some(target) } if target.place == place => {
                Some(i32::from(die.damage))
            }
            _ => None,
        };
        let left = life - steps.iter().filter_map(damage).sum::<i32>();
        let missiles = steps.iter().filter_map(damage).map(missile).sum();
        match is_aimed {
            true => Ship { missiles, ..Ship::new(left, life) },
            false => Ship::new(left.max(0), life),
        }
    };
    let of_group = |group: usize| places(group).map(|place| left(place.place)).collect();
    (0..classes.len()).map(of_group).collect()
}

/// Returns the ships of a side with their lives in two situations.
pub(super) fn lives_between(
    battle: &EclipseBattle,
    side: usize,
    before: &EclipseState,
    after: &EclipseState,
) -> Lives {
    let [lives, after] = [before, after].map(|state| battle.lives(side, &state.ships[side]));
    let ships = lives.iter().zip(after).map(|(before, after)| {
        let left = after.into_iter().map(i32::from).chain(std::iter::repeat(0));
        before.iter().zip(left).map(|(&life, left)| Ship::new(left, life.into())).collect()
    });
    ships.collect()
}

/// Reads the fate of ships.
fn struck(
    table: &Table<'_>,
    enemy: usize,
    units: &[NotedUnits],
    note: &Spanned<Note>,
) -> Result<Vec<Struck>, Diagnostic> {
    let struck = units.iter().map(|NotedUnits { number, ship, damage }| {
        let group = group(table, enemy, &ship.class, note)?;
        Ok(Struck { ships: *number, group, which: ship.which, by: *damage })
    });
    struck.collect()
}

fn target(
    table: &Table<'_>,
    enemy: usize,
    aimed: &AimedAt,
    note: &Spanned<Note>,
) -> Result<Target, Diagnostic> {
    match aimed {
        AimedAt::Nothing => Ok(Target::Nothing),
        AimedAt::Ship(NotedShip { class, which }) => {
            Ok(Target::Ship { group: group(table, enemy, class, note)?, which: *which })
        }
    }
}

/// Finds a group of a side by its name.
fn group(
    table: &Table<'_>,
    side: usize,
    class: &str,
    note: &Spanned<Note>,
) -> Result<usize, Diagnostic> {
    let labels = &table.matchup.sides[side].labels;
    let (who, all) = (&labels.name, labels.group_names());
    let wanted = normalise(class);
    let is = |known: &String| {
        let names = [known.clone(), format!("{} {known}", ROLES[side])];
        names.iter().any(|name| normalise(name) == wanted)
    };
    if let Some(group) = all.iter().position(is) {
        return Ok(group);
    }
    if labels.classes.iter().any(is) {
        let of_class = all.iter().zip(&labels.classes).filter(|(_, class)| is(class));
        let names: Vec<&str> = of_class.map(|(name, _)| name.as_str()).collect();
        let message = format!("{who} has several groups called `{class}`");
        return Err(Diagnostic::at(&note.place, message)
            .label("this may be any of them")
            .help(format!("write {}", list(&names, "or"))));
    }
    let near = nearest(class, all.iter().map(String::as_str));
    let help = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the ships are {}", all.join(", ")),
    };
    Err(Diagnostic::at(&note.place, format!("{who} has no `{class}`"))
        .label("this ship is not there")
        .help(help))
}

/// Returns the error of dice that a group does not roll.
pub(super) fn wrong_dice(
    table: &Table<'_>,
    activation: &Activation,
    found: &[u32; 5],
    place: &Place,
) -> Diagnostic {
    let rolls = dice_words(&activation.dice.map(u32::from));
    let who = table.group(activation.side, activation.group);
    Diagnostic::at(place, format!("found {}, but {who} rolls {rolls}", dice_words(found)))
        .label("impossible dice")
        .help("write the misses, too")
}

/// Returns the error of a decision with too many choices.
pub(super) fn too_many() -> NoAnswer {
    NoAnswer::NotHere("there are too many choices to compare".into())
}
