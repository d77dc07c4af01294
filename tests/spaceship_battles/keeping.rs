//! Spaceship Battles: the doctrine `keep N` compared with a literal reading of its rule (B17).

use crate::support::ask::{ask, question, try_ask};
use crate::support::random::Random;
use fleetodds::internals::dice::{Die, Distribution};
use fleetodds::internals::games::spaceship_battles::rules::{
    Charts, Doctrine, Geometry, Heading, Map, MapPosition, ShipFleet, ShipGroup, ShipOrders,
    ShipTerms, TargetPriority, compile, limits,
};
use fleetodds::internals::model::Battle;
use fleetodds::internals::scenario::Engine;
use fleetodds::internals::story::{Event, Recorder};

/// A ship that keeps a range, and a target that stays where it is.
struct Chase {
    map: Map,
    here: MapPosition,
    there: MapPosition,
    wanted: u8,
    aft: bool,
    /// Phases in which the ship moves, as a bit set with bit 0 for phase 1.
    moves: u16,
}

impl Chase {
    /// Returns its place after `length` moves of a sequence of straight on, left, right and
    /// staying; `None` if the sequence leaves the map. Each move takes two bits, the first one the
    /// highest.
    fn follow(&self, from: MapPosition, sequence: u32, length: u32) -> Option<MapPosition> {
        (0..length).rev().try_fold(from, |place, n| {
            let MapPosition { x, y, heading } = place;
            Some(match (sequence >> (2 * n) & 3, heading) {
                (0, Heading::North) if y + 1 < self.map.height => MapPosition { y: y + 1, ..place },
                (0, Heading::East) if x + 1 < self.map.width => MapPosition { x: x + 1, ..place },
                (0, Heading::South) if y > 0 => MapPosition { y: y - 1, ..place },
                (0, Heading::West) if x > 0 => MapPosition { x: x - 1, ..place },
                (0, _) => return None,
                (1, _) => MapPosition { heading: heading.right(3), ..place },
                (2, _) => MapPosition { heading: heading.right(1), ..place },
                _ => place,
            })
        })
    }

    /// Returns the columns and rows to the target.
    fn offset(&self, place: MapPosition) -> (i32, i32) {
        let MapPosition { x, y, .. } = self.there;
        (i32::from(x) - i32::from(place.x), i32::from(y) - i32::from(place.y))
    }

    fn range(&self, place: MapPosition) -> i32 {
        let (dx, dy) = self.offset(place);
        if self.map.orthogonal { dx.abs() + dy.abs() } else { dx.abs().max(dy.abs()) }
    }

    /// Returns the difference between the range and the wanted range, and whether the target is out
    /// of the arc.
    fn worth(&self, place: MapPosition) -> (i32, bool) {
        let (dx, dy) = self.offset(place);
        let ahead = match place.heading {
            Heading::North => dy,
            Heading::East => dx,
            Heading::South => -dy,
            Heading::West => -dx,
        };
        ((self.range(place) - i32::from(self.wanted)).abs(), ahead < 0 && !self.aft)
    }

    /// Returns the first move of the best of all sequences of `length` moves; of equals, of the
    /// first.
    fn first_move(&self, from: MapPosition, length: u32) -> MapPosition {
        let ends = (0..1 << (2 * length))
            .filter_map(|sequence| Some((sequence, self.follow(from, sequence, length)?)));
        let (best, _) = ends.min_by_key(|(_, end)| self.worth(*end)).unwrap();
        self.follow(from, best >> (2 * (length - 1)), 1).unwrap()
    }

    /// Returns the places at the attacks of `turns` turns, by the rule.
    fn by_rule(&self, turns: u32) -> Vec<MapPosition> {
        let mut place = self.here;
        let mut places = Vec::new();
        for phase in (0..turns).flat_map(|_| 0..12) {
            if self.moves >> phase & 1 > 0 {
                place = self.first_move(place, (self.moves >> phase).count_ones());
            }
            if phase % 3 == 2 {
                places.push(place);
            }
        }
        places
    }

    /// Returns the moves reported in two turns: all but those before the first attack, and
    /// including those up to the first attack of turn 3.
    fn told(&self) -> Vec<String> {
        let group = |doctrine, place| ShipGroup {
            count: 1,
            size: 0,
            hull: 60,
            levels: [45, 30, 15],
            smallness: 0,
            speed: limits::SPEEDS as u8,
            field: None,
            dice: [1; 3],
            aft: self.aft,
            torpedoes: false,
            missiles: false,
            damaged: Vec::new(),
            factors: [3; 3],
            orders: ShipOrders {
                power: [3, 0, 0],
                priority: fleetodds::internals::games::spaceship_battles::rules::ShipSystem::ALL,
                speed: None,
                target: TargetPriority::Nearest,
                aim: None,
                doctrine,
                self_destruct: 0,
                invisible: false,
            },
            points: 0,
            places: vec![place],
        };
        let keeper = group(Doctrine::Keep(self.wanted), self.here);
        let fleets = [keeper, group(Doctrine::Hold, self.there)];
        let fleets = fleets.map(|group| ShipFleet { groups: vec![group] });
        let charts =
            Charts { power: [8, 7, 5, 2], moves: [self.moves; limits::SPEEDS], engines: [1, 2, 3] };
        let terms = ShipTerms { geometry: Geometry::Map(self.map.clone()), charts };
        let battle = compile::<8>(&fleets, &terms).unwrap();
        let (mut state, mut recorder) = (battle.opening(), Recorder::default());
        for _ in 0..2 {
            battle.step_observed(&mut state, &mut NoDice, &mut recorder, &mut ());
        }
        let moves = recorder.take_events().into_iter().filter_map(|event| match event {
            Event::Act { does, .. } => Some(does),
            _ => None,
        });
        moves.collect()
    }

    /// Returns the moves that should be reported, by the rule.
    fn expected(&self) -> Vec<String> {
        let places = self.by_rule(3);
        let changes = places.windows(2).take(8).filter(|pair| pair[0] != pair[1]);
        let told = |pair: &[MapPosition]| {
            let MapPosition { x, y, heading } = pair[1];
            format!("moves to {x}, {y}, heading {}", heading.name())
        };
        changes.map(told).collect()
    }
}

/// A die that is never rolled.
struct NoDice;

impl Die for NoDice {
    fn draw<T: Copy>(&mut self, _: &Distribution<T>) -> T {
        unreachable!("ships without power for weapons")
    }

    fn choose(&mut self, _: &[u32]) -> usize {
        unreachable!("ships without power for weapons")
    }
}

/// Converts phases into a bit set.
fn phases(phases: &[u16]) -> u16 {
    phases.iter().map(|phase| 1 << (phase - 1)).sum()
}

#[test]
fn b17_a_keeper_at_range_5_reaches_range_10_in_its_first_turn() {
    let at = |x, heading| MapPosition { x, y: 30, heading };
    let chase = Chase {
        map: Map { width: 60, height: 60, objects: Vec::new(), orthogonal: false },
        here: at(30, Heading::East),
        there: at(35, Heading::West),
        wanted: 10,
        aft: false,
        // Hyper 6 has eight moves.
        moves: phases(&[1, 2, 3, 4, 6, 7, 9, 11]),
    };
    assert_eq!(chase.told(), chase.expected());
    let last = chase.by_rule(1)[3];
    assert_eq!((chase.range(last), chase.worth(last)), (10, (0, false)));
}

/// Tries all sequences one by one, anew at each move, on small maps with their edges.
#[test]
fn b17_keep_makes_the_first_move_of_the_best_sequence() {
    let mut random = Random::new(17);
    for n in 0..600 {
        let [width, height] = [0, 1].map(|_| 1 + random.below(16) as u8);
        let mut place = || MapPosition {
            x: random.below(width.into()) as u8,
            y: random.below(height.into()) as u8,
            heading: Heading::ALL[random.below(4) as usize],
        };
        let (here, there) = (place(), place());
        // One move before the second attack, which is reported separately, and some after it.
        let later =
            random.below(1 << 6) as u16 & random.below(1 << 6) as u16 | 1 << random.below(6);
        let one = 1 << (3 + random.below(3)) | later << 6;
        let any = random.below(1 << 12) as u16 & random.below(1 << 12) as u16;
        let chase = Chase {
            map: Map { width, height, objects: Vec::new(), orthogonal: random.one_in(2) },
            here,
            there,
            wanted: random.below(18) as u8,
            aft: random.one_in(4),
            moves: if random.one_in(3) { any } else { one },
        };
        let (told, expected) = (chase.told(), chase.expected());
        let Chase { map, wanted, aft, moves, .. } = &chase;
        assert_eq!(
            told, expected,
            "{n}: {here:?} {there:?} keep {wanted} aft {aft} {moves:012b} {map:?}"
        );
    }
}

/// A battle of two keepers, solved and simulated, and a report that names the house rule.
#[test]
fn b17_is_a_house_rule_of_battles_with_keepers() {
    let side = |x: u32, heading: &str, doctrine: &str| {
        format!(
            r#"{{"groups": [{{"size": "F", "speed": 6, "field": 0, "weapon": "1d6",
                "ships": [{{"at": [{x}, 7], "heading": "{heading}"}}]}}],
                "play": {{"doctrine": {doctrine}, "power": {{"engines": 3, "weapons": 3}}}}}}"#
        )
    };
    let scenario = |doctrine: &str| {
        format!(
            r#"{{"rules": "spaceship-battles", "attacker": {}, "defender": {},
                "setting": {{"map": {{"width": 20, "height": 15}}, "turns": 3}}}}"#,
            side(2, "E", doctrine),
            side(15, "W", doctrine)
        )
    };
    let names_it = |rules: &[String]| rules.iter().any(|rule| rule.contains("keep N"));
    let kept = ask(&scenario(r#"{"keep": 4}"#));
    assert!(names_it(&kept.house_rules), "{:?}", kept.house_rules);
    assert!(kept.sides[0].win.probability > 0.0);
    let closed = try_ask(&question(&scenario(r#""close""#))).unwrap();
    assert!(!names_it(&closed.house_rules), "{:?}", closed.house_rules);
    // The walk agrees within 4.5 standard errors.
    let walk = question(&scenario(r#"{"keep": 4}"#));
    let walk = fleetodds::internals::answer::Question { engine: Engine::Simulate, ..walk };
    let walked = try_ask(&walk).unwrap();
    for (seen, exact) in walked.sides.iter().zip(&kept.sides) {
        let (seen, exact) = (seen.win.probability, exact.win.probability);
        crate::support::assert_share(seen, exact, walk.battles.most(), "a win");
    }
}
