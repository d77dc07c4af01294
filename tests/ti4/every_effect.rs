//! Twilight Imperium: every effect of the catalogue on every kind of fleet has an answer, in time,
//! and the engines agree on it.

use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::ask::{question, try_ask};
use crate::support::random::Random;
use crate::support::too_far;
use fleetodds::internals::answer::{Battles, Budget, Question};
use fleetodds::internals::games::ti4::rules::UnitKind;
use fleetodds::internals::games::ti4::scenario::{EffectEntry, EffectField, Ti4Catalogue};
use fleetodds::internals::games::{Rulebook, load};
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::{Engine, Source, read_scenario};

/// Longest processor time for the exact answer to a combat: that of the budget, and a little for
/// builds with less optimisation and for machines that do something else.
const LIMIT: Duration = Duration::from_secs(10);

/// Longest time for all that is asked of a combat. What takes longer does not end.
const PATIENCE: Duration = Duration::from_secs(120);

/// Theatre of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theatre {
    Space,
    Ground,
}

/// Fleet of the side that has the effect.
#[derive(Clone, Debug)]
enum Kind {
    Plain,
    WithForces,
    Damaged,
    OnPlanets,
    WithFlagship(String),
}

/// A combat with one or two effects.
#[derive(Clone, Debug)]
struct Combat {
    theatre: Theatre,
    /// Side that has the fleet of this kind.
    side: usize,
    kind: Kind,
    /// Effects of that side, and of its enemy.
    effects: [Vec<Value>; 2],
}

impl Combat {
    /// Returns the fleet of the side that has the effect.
    fn fleet(&self) -> String {
        let fleet = match (self.theatre, &self.kind) {
            (Theatre::Space, Kind::Plain | Kind::OnPlanets) => {
                "2 fighter + destroyer + cruiser + dreadnought"
            }
            (Theatre::Space, Kind::WithForces) => {
                "cruiser + carrier + fighter + 2 infantry + mech + pds"
            }
            (Theatre::Space, Kind::Damaged) => "cruiser + 2 dreadnought(damaged=1) + fighter",
            (Theatre::Space, Kind::WithFlagship(flagship)) => {
                return format!("{flagship} + cruiser + fighter + infantry");
            }
            (Theatre::Ground, Kind::Plain) => "3 infantry",
            (Theatre::Ground, Kind::OnPlanets) if self.side == 0 => "3 infantry + dreadnought",
            (Theatre::Ground, Kind::OnPlanets) => "3 infantry + pds",
            (Theatre::Ground, Kind::WithForces) if self.side == 0 => {
                "2 infantry + mech + dreadnought"
            }
            (Theatre::Ground, Kind::WithForces) => "2 infantry + mech + pds",
            (Theatre::Ground, Kind::Damaged) => "2 mech(damaged=1) + infantry",
            (Theatre::Ground, Kind::WithFlagship(flagship)) => {
                return format!("{flagship} + 2 infantry + mech");
            }
        };
        fleet.into()
    }

    /// Returns the fleet of the other side.
    fn enemy(&self) -> &'static str {
        match self.theatre {
            Theatre::Space => "2 fighter + cruiser + dreadnought + infantry",
            // Ships of the defender are fought first.
            Theatre::Ground if self.side == 1 && matches!(self.kind, Kind::WithFlagship(_)) => {
                "2 infantry + mech + cruiser + carrier"
            }
            Theatre::Ground => "2 infantry + mech",
        }
    }

    fn scenario(&self) -> Value {
        let rules = match self.theatre {
            Theatre::Space => "ti4-space",
            Theatre::Ground => "ti4-ground",
        };
        let in_order = |own: Value, enemy: Value| match self.side {
            0 => [own, enemy],
            _ => [enemy, own],
        };
        let [own, enemy] = self.effects.each_ref().map(|effects| json!({"effects": effects}));
        if let Kind::OnPlanets = self.kind {
            let [attacker, defender] = in_order(own, enemy);
            let planet = |name: &str, own: &str| {
                let [attacker, defender] = in_order(json!(own), json!(self.enemy()));
                json!({"name": name, "attacker": attacker, "defender": defender})
            };
            let planets = [planet("A", &self.fleet()), planet("B", "2 infantry + mech")];
            return json!({
                "rules": rules,
                "attacker": attacker,
                "defender": defender,
                "setting": {"planets": planets},
            });
        }
        let with = |mut side: Value, fleet: &str| {
            side["fleet"] = fleet.into();
            side
        };
        let [attacker, defender] = in_order(with(own, &self.fleet()), with(enemy, self.enemy()));
        json!({"rules": rules, "attacker": attacker, "defender": defender})
    }

    /// Whether the game accepts the combat. It refuses some pairs, such as an effect given twice.
    fn is_accepted(&self) -> bool {
        let scenario = read_scenario(&Source::new("pair", self.scenario().to_string())).unwrap();
        let game = load(scenario.rulebook.unwrap(), &[]).unwrap();
        game.question(&scenario, false).is_ok()
    }

    /// Returns what is wrong with the answers to the combat.
    fn faults(&self, battles: u64) -> Vec<String> {
        let scenario = self.scenario().to_string();
        let asked = Question { budget: Budget::default(), ..question(&scenario) };
        let started = processor_time();
        let exact = match try_ask(&asked) {
            Ok(exact) => exact,
            Err(no) if no.to_string().contains("is not followed from space") => return Vec::new(),
            Err(no) => return vec![format!("no answer: {no:?}")],
        };
        let mut faults: Vec<String> = sums(&exact)
            .into_iter()
            .filter(|sum| (sum - 1.0).abs() > 1e-9)
            .map(|sum| format!("probabilities sum to {sum}"))
            .collect();
        if let Some(taken) = processor_time().zip(started).map(|(now, start)| now - start)
            && taken > LIMIT
        {
            faults.push(format!("the answer took {taken:?}"));
        }
        // By chance, one of so many shares lies far off: an excess is looked at once more.
        let mut far = Vec::new();
        for (battles, seed) in [(battles, 1), (10 * battles, 2)] {
            let engine = Engine::Kernel;
            let played =
                Question { engine, battles: Battles::Given(battles), seed, ..asked.clone() };
            match try_ask(&played) {
                Ok(played) => far = distances(&exact, &played, battles),
                Err(no) => return vec![format!("the kernel has no answer: {no:?}")],
            }
            if far.is_empty() {
                break;
            }
        }
        faults.extend(far);
        faults
    }
}

/// Returns all probabilities of an answer: of its outcomes, then of the survivors by group.
fn shares(summary: &Summary) -> Vec<Vec<f64>> {
    let mut outcomes: Vec<f64> = summary.sides.iter().map(|side| side.win.probability).collect();
    outcomes.extend([summary.draw.probability, summary.standoff.probability]);
    let groups = summary.sides.iter().flat_map(|side| &side.survivors);
    let survivors = groups.map(|group| group.distribution.clone());
    std::iter::once(outcomes).chain(survivors).collect()
}

/// Returns the sums of probabilities that must be 1.
fn sums(summary: &Summary) -> Vec<f64> {
    shares(summary).into_iter().map(|shares| shares.iter().sum()).collect()
}

/// Returns the shares of battles played that are too far from their exact probabilities.
fn distances(exact: &Summary, played: &Summary, battles: u64) -> Vec<String> {
    let pairs = shares(exact).into_iter().flatten().zip(shares(played).into_iter().flatten());
    pairs
        .filter_map(|(exact, share)| {
            let errors = too_far(share, exact, battles)?;
            Some(format!("{share} is {errors:.1} standard errors from {exact}"))
        })
        .collect()
}

/// Returns the processor time that this thread has taken, on systems that tell it.
fn processor_time() -> Option<Duration> {
    let taken = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    taken.split(' ').next()?.parse().map(Duration::from_nanos).ok()
}

/// Ends the tests if one combat takes too long. A test alone cannot do that: what never ends
/// neither returns nor panics.
struct Watchdog {
    current: Arc<Mutex<Option<(Instant, String)>>>,
    is_done: Arc<AtomicBool>,
}

impl Watchdog {
    fn new() -> Self {
        let current = Arc::new(Mutex::new(None::<(Instant, String)>));
        let is_done = Arc::new(AtomicBool::new(false));
        let (watched, ended) = (current.clone(), is_done.clone());
        std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(100));
                let watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((_, name)) =
                    watched.as_ref().filter(|(start, _)| start.elapsed() > PATIENCE)
                {
                    // The output of `eprintln!` would be kept back until the test ends.
                    _ = writeln!(std::io::stderr(), "no answer within {PATIENCE:?}: {name}");
                    std::process::exit(101);
                }
            }
        });
        Self { current, is_done }
    }

    fn watch<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let set = |now| *self.current.lock().unwrap_or_else(PoisonError::into_inner) = now;
        set(Some((Instant::now(), name.into())));
        let result = work();
        set(None);
        result
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}

/// Returns an effect with the fields that it needs.
fn effect(entry: &EffectEntry, theatre: Theatre) -> Value {
    let class = if theatre == Theatre::Space { "cruiser" } else { "infantry" };
    let mut effect = json!({"name": entry.name});
    for field in &entry.needs {
        effect[field.name()] = match field {
            EffectField::Round => json!(2),
            EffectField::Unit => json!(class),
            EffectField::Units => json!({class: 1}),
            EffectField::Gains => json!("duranium armor"),
            EffectField::Texts => json!(["the inferno"]),
            EffectField::EnemyDice | EffectField::Bombard => json!(true),
        };
    }
    if entry.count.is_some_and(|most| most > 1) {
        effect["count"] = json!(2);
    }
    effect
}

/// Returns the effects that are played, and the flagships.
fn catalogue() -> (Vec<EffectEntry>, Vec<String>) {
    let catalogue = Ti4Catalogue::new(Rulebook::Ti4Space, &[], false).unwrap();
    let flagships = catalogue.units.iter().filter(|unit| unit.unit.kind == UnitKind::Flagship);
    let flagships = flagships.map(|unit| unit.name.clone()).collect();
    let effects = catalogue.effects.into_iter().filter(|entry| entry.refused.is_none());
    (effects.collect(), flagships)
}

/// Looks at combats, and shows all that have faults.
#[track_caller]
fn check(combats: impl Iterator<Item = Combat>, battles: u64) {
    let watchdog = Watchdog::new();
    let mut faults = Vec::new();
    for combat in combats {
        let scenario = combat.scenario().to_string();
        let work = || std::panic::catch_unwind(|| combat.faults(battles));
        let found = watchdog.watch(&scenario, work);
        let found = found.unwrap_or_else(|_| vec!["panic".into()]);
        faults.extend(found.into_iter().map(|fault| format!("{fault}: {scenario}")));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Each effect is on each side and in each theatre once, on another kind of fleet and with another
/// flagship each time.
#[test]
fn every_effect_has_an_answer() {
    let (effects, flagships) = catalogue();
    let kinds = [Kind::Plain, Kind::WithForces, Kind::Damaged, Kind::OnPlanets];
    let combats = effects.iter().enumerate().flat_map(|(n, entry)| {
        let (kinds, flagships) = (&kinds, &flagships);
        [Theatre::Space, Theatre::Ground].into_iter().enumerate().flat_map(move |(t, theatre)| {
            let flagship = flagships[(n + 7 * t) % flagships.len()].clone();
            let most = if theatre == Theatre::Space { kinds.len() - 1 } else { kinds.len() };
            let kinds = [kinds[n % most].clone(), Kind::WithFlagship(flagship)];
            kinds.into_iter().enumerate().map(move |(k, kind)| Combat {
                theatre,
                side: (n / 4 + t + k) % 2,
                kind,
                effects: [vec![effect(entry, theatre)], Vec::new()],
            })
        })
    });
    check(combats, 1000);
}

/// All effects on both sides and in both theatres, on each kind of fleet and with each flagship.
#[test]
#[ignore = "long: minutes"]
fn every_effect_has_an_answer_on_every_kind_of_fleet() {
    let (effects, flagships) = catalogue();
    let mut combats = Vec::new();
    for entry in &effects {
        for theatre in [Theatre::Space, Theatre::Ground] {
            for side in 0..2 {
                let flagships = flagships.iter().cloned().map(Kind::WithFlagship);
                let mut kinds = vec![Kind::Plain, Kind::WithForces, Kind::Damaged];
                kinds.extend((theatre == Theatre::Ground).then_some(Kind::OnPlanets));
                kinds.extend(flagships);
                let effects = [vec![effect(entry, theatre)], Vec::new()];
                let of_kind = |kind| Combat { theatre, side, kind, effects: effects.clone() };
                combats.extend(kinds.into_iter().map(of_kind));
            }
        }
    }
    let half = combats.len() / 2;
    let second = combats.split_off(half);
    std::thread::scope(|scope| {
        scope.spawn(|| check(combats.into_iter(), 10_000));
        scope.spawn(|| check(second.into_iter(), 10_000));
    });
}

/// Returns random combats with two effects, on one side or on both.
fn pairs(numbers: Range<u64>) -> impl Iterator<Item = Combat> {
    let (effects, flagships) = catalogue();
    numbers.map(move |number| {
        let mut random = Random::new(number);
        let theatre = [Theatre::Space, Theatre::Ground][random.below(2) as usize];
        let mut some = || effect(&effects[random.below(effects.len() as u64) as usize], theatre);
        let [first, second] = [some(), some()];
        let effects = match random.below(2) {
            0 => [vec![first, second], Vec::new()],
            _ => [vec![first], vec![second]],
        };
        let kind = match random.below(6) {
            0 => Kind::Plain,
            1 => Kind::WithForces,
            2 => Kind::Damaged,
            3 if theatre == Theatre::Ground => Kind::OnPlanets,
            _ => {
                Kind::WithFlagship(flagships[random.below(flagships.len() as u64) as usize].clone())
            }
        };
        Combat { theatre, side: random.below(2) as usize, kind, effects }
    })
}

/// Checks the combats of these numbers that the game accepts, most of all.
fn check_pairs(numbers: Range<u64>, battles: u64) {
    let all = numbers.end - numbers.start;
    let accepted: Vec<Combat> = pairs(numbers).filter(Combat::is_accepted).collect();
    assert!(accepted.len() as u64 > all / 2, "{} of {all}", accepted.len());
    check(accepted.into_iter(), battles);
}

#[test]
fn pairs_of_effects_have_an_answer() {
    check_pairs(0..200, 1000);
}

#[test]
#[ignore = "long: an hour"]
fn a_hundred_thousand_pairs_of_effects_have_an_answer() {
    std::thread::scope(|scope| {
        scope.spawn(|| check_pairs(1_000..51_000, 2_000));
        scope.spawn(|| check_pairs(51_000..101_000, 2_000));
    });
}
