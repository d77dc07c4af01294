//! Stories of battles: dice add up to losses, and the battles are those of the run.

use std::collections::BTreeMap;

use crate::support::ask::{question, try_ask};
use crate::support::program::{json, run};
use fleetodds::internals::analysis::replay;
use fleetodds::internals::answer::{Battles, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Actor, Story, StoryDice, StoryEvent};
use fleetodds::internals::scenario::Engine;

/// Number of battles of each fight that are checked.
const BATTLES: u64 = 200;

fn stories(scenario: &str, engine: Engine) -> Vec<Story> {
    let asked = Question { engine, battles: Battles::Given(BATTLES), ..question(scenario) };
    let ctx = Ctx::new(1).unwrap();
    replay::stories(&asked, 0..BATTLES, &ctx).unwrap()
}

/// Checks stories of the walk and of the kernel.
fn both_ways(scenario: &str, check: impl Fn(&Story)) {
    for engine in [Engine::Simulate, Engine::Kernel] {
        stories(scenario, engine).iter().for_each(&check);
    }
}

type Group = (String, usize);

fn group(who: &Actor) -> Option<Group> {
    Some((who.side.clone(), who.group?))
}

/// Checks that the ships at the start, less those that the story reports as lost, are those left at
/// the end.
#[track_caller]
fn assert_losses_add_up(story: &Story) {
    let mut lost: BTreeMap<Group, u64> = BTreeMap::new();
    for event in events(story) {
        if let StoryEvent::Change { who, lost: ships, damage, life, .. } = event {
            *lost.entry(group(who).unwrap()).or_default() += u64::from(*ships);
            if let Some([before, after]) = life
                && *damage > 0
            {
                assert_eq!(*after, before.saturating_sub(*damage), "{story:?}");
                assert_eq!(*ships, u16::from(*after == 0), "{story:?}");
            }
        }
    }
    for side in &story.sides {
        for (n, left) in side.survivors.iter().enumerate() {
            let lost = lost.get(&(side.name.clone(), n)).copied().unwrap_or(0);
            assert_eq!(left.left, left.start - lost, "battle {}: {side:?}", story.battle);
        }
    }
}

fn events(story: &Story) -> impl Iterator<Item = &StoryEvent> {
    story.chapters.iter().flat_map(|c| &c.rounds).flat_map(|round| &round.events)
}

fn dice(dice: &[StoryDice]) -> impl Iterator<Item = (&str, u8, u32)> {
    dice.iter().flat_map(|d| {
        let shown = d.faces.iter().zip(&d.worth);
        shown.map(|(face, worth)| (d.kind.as_str(), *face, *worth))
    })
}

/// The figures of a fight of Eclipse: by group, computer and shield.
struct Figures<'a>(&'a [(&'a str, usize, i32, i32, u16)]);

impl Figures<'_> {
    fn of(&self, who: &Group) -> (i32, i32) {
        let found = self.0.iter().find(|(side, group, ..)| *side == who.0 && *group == who.1);
        let (_, _, computer, shield, _) = found.unwrap();
        (*computer, *shield)
    }

    fn start(&self) -> BTreeMap<Group, u16> {
        self.0
            .iter()
            .map(|(side, group, _, _, ships)| ((side.to_string(), *group), *ships))
            .collect()
    }

    /// Checks that faces hit as section 1 says and that all hits are assigned, with the damage of
    /// their colour. Hits may only be lost if no ship is left.
    fn check(&self, story: &Story) {
        assert_losses_add_up(story);
        let mut alive = self.start();
        // Damage of dice that have hit and have not been assigned yet, the largest last.
        let mut due: Vec<u32> = Vec::new();
        for event in events(story) {
            match event {
                StoryEvent::Throw { who, dice: thrown, .. } => {
                    assert_eq!(due, [0; 0], "battle {}: {event:?}", story.battle);
                    let (computer, _) = self.of(&group(who).unwrap());
                    let shields: Vec<i32> = alive
                        .iter()
                        .filter(|(other, ships)| other.0 != who.side && **ships > 0)
                        .map(|(other, _)| self.of(other).1)
                        .collect();
                    assert_eq!(who.ships.unwrap(), alive[&group(who).unwrap()], "{event:?}");
                    for (kind, face, worth) in dice(thrown) {
                        let colour = ["", "yellow", "orange", "blue", "red"]
                            .iter()
                            .position(|name| *name == kind)
                            .unwrap() as u32;
                        let hits = |shield: &i32| {
                            face == 6 || (face > 1 && i32::from(face) + computer - shield >= 6)
                        };
                        let is_hit = shields.iter().any(hits);
                        assert_eq!(worth, if is_hit { colour } else { 0 }, "{event:?}");
                        due.extend(Some(worth).filter(|worth| *worth > 0));
                    }
                    due.sort_unstable();
                }
                StoryEvent::Change { who, damage, lost, .. } if *damage > 0 => {
                    // Dice are assigned in order of falling damage (D1).
                    assert_eq!(due.pop(), Some(u32::from(*damage)), "{event:?}");
                    *alive.get_mut(&group(who).unwrap()).unwrap() -= lost;
                }
                StoryEvent::Wasted { hits, .. } => {
                    for _ in 0..*hits {
                        assert!(due.pop().is_some(), "{event:?}");
                    }
                }
                _ => {}
            }
        }
        assert_eq!(due, [0; 0], "battle {}", story.battle);
    }
}

#[test]
fn the_dice_of_eclipse_add_up_to_its_losses() {
    let (a, d) = ("attacker", "defender");
    both_ways(r#"{"attacker": "3 interceptor", "defender": "2 ancient"}"#, |story| {
        Figures(&[(a, 0, 0, 0, 3), (d, 0, 1, 0, 2)]).check(story);
    });
    both_ways(
        r#"{"attacker": "2 cruiser(cannons=1y1o, missiles=1o, computer=2, hull=2, initiative=3)",
            "defender": {"groups": [
                {"class": "dreadnought", "stats": {"cannons": "1b1r", "computer": 1, "shield": 2,
                                                   "hull": 3, "initiative": 1}},
                {"class": "interceptor", "count": 2,
                 "stats": {"cannons": "1y", "shield": 1, "hull": 1, "initiative": 4}}]}}"#,
        |story| {
            let figures = [(a, 0, 2, 0, 2), (d, 0, 1, 2, 1), (d, 1, 0, 1, 2)];
            Figures(&figures).check(story);
        },
    );
    both_ways(
        r#"{"attacker": {"groups": [
                {"class": "cruiser", "stats": {"cannons": "2o", "computer": 1, "hull": 1,
                                               "initiative": 2, "regenerate": 1}},
                {"class": "interceptor", "count": 2, "stats": {"initiative": 4}}]},
            "defender": {"groups": [
                {"class": "interceptor", "count": 3,
                 "stats": {"computer": 1, "hull": 1, "initiative": 3}}], "play": "threat"}}"#,
        |story| {
            let figures = [(a, 0, 1, 0, 1), (a, 1, 0, 0, 2), (d, 0, 1, 0, 3)];
            Figures(&figures).check(story);
        },
    );
}

/// Checks the losses from rift dice, point defence and the splitter.
#[test]
fn the_losses_of_special_weapons_add_up() {
    let rift = r#"{"attacker": "2 cruiser(cannons=2p1o, computer=1, hull=2, initiative=2)",
                   "defender": "3 ancient"}"#;
    both_ways(rift, |story| {
        assert_losses_add_up(story);
        // A rift die does 0/0, 0/0, 0/1, 1/0, 2/0 or 3/1 (D12).
        let (mut own, mut hurt) = (0, 0);
        for event in events(story) {
            match event {
                StoryEvent::Throw { dice: thrown, .. } => {
                    for (_, face, worth) in dice(thrown).filter(|(kind, ..)| *kind == "rift") {
                        assert_eq!(worth, [0, 0, 0, 1, 2, 3][usize::from(face) - 1]);
                        own += u32::from(face == 3 || face == 6);
                    }
                }
                StoryEvent::Change { who, damage, .. } if who.side == "attacker" => {
                    hurt += u32::from(*damage);
                }
                _ => {}
            }
        }
        // Ancients damage the fleet as well.
        assert!(hurt >= own || story.sides[0].survivors[0].left == 0, "{own} {hurt}");
    });
    let missiles = r#"{
        "attacker": "2 cruiser(missiles=2o, cannons=1y, computer=2, hull=1, initiative=3)",
        "defender": {"fleet": "3 interceptor(cannons=2y, computer=1, hull=1, initiative=2)",
                     "technologies": ["point defense", "distortion shield"]}}"#;
    both_ways(missiles, |story| {
        assert_losses_add_up(story);
        let (mut aimed, mut landed, mut stopped, mut lost, mut shot) = (0, 0, 0, 0, 0);
        for event in story.chapters[0].rounds.first().map_or(&[][..], |r| &r.events) {
            match event {
                StoryEvent::Throw { with, dice: thrown, .. } => {
                    let hits = dice(thrown).filter(|(_, _, worth)| *worth > 0).count();
                    if with == "missiles" { aimed += hits } else { shot += hits }
                }
                StoryEvent::Change { .. } => landed += 1,
                StoryEvent::Wasted { hits, why, .. } if why == "shot down" => stopped += hits,
                StoryEvent::Wasted { hits, .. } => lost += hits,
                StoryEvent::Act { .. } | StoryEvent::Advice { .. } => {}
            }
        }
        if story.chapters[0].rounds[0].round == 0 {
            assert!(usize::from(stopped) <= shot, "{story:?}");
            assert_eq!(landed + usize::from(stopped + lost), aimed, "{story:?}");
        }
    });
    let splitter = r#"{"attacker": {"fleet": "dreadnought(cannons=2r, computer=1, hull=2)",
                                    "technologies": ["antimatter splitter"]},
                       "defender": "4 interceptor(cannons=1y, hull=1, initiative=3)"}"#;
    both_ways(splitter, assert_losses_add_up);
    let retreat = r#"{"attacker": {"fleet": "3 interceptor", "play": {"retreat": {"at_most": 1}}},
                      "defender": "2 ancient", "setting": {"retreat": {"attacker": true}}}"#;
    both_ways(retreat, assert_losses_add_up);
}

/// In each round, the hits of a side's dice are the units that the other side loses, the damage
/// that it sustains, and the hits that are cancelled or have no effect.
#[test]
fn hits_of_twilight_imperium_add_up_round_by_round() {
    let check = |story: &Story| {
        assert_losses_add_up(story);
        for round in story.chapters.iter().flat_map(|chapter| &chapter.rounds) {
            let mut due: BTreeMap<&str, i64> = BTreeMap::new();
            for event in &round.events {
                match event {
                    StoryEvent::Throw { who, dice: thrown, sum, .. } => {
                        for (kind, face, worth) in dice(thrown) {
                            let least: u8 = kind.trim_end_matches('+').parse().unwrap();
                            assert_eq!(worth, u32::from(face >= least), "{event:?}");
                        }
                        *due.entry(&who.side).or_default() += i64::from(*sum);
                    }
                    StoryEvent::Change { who, damage, .. } => {
                        let enemy = if who.side == "attacker" { "defender" } else { "attacker" };
                        *due.entry(enemy).or_default() -= i64::from(*damage);
                    }
                    StoryEvent::Wasted { who, hits, .. } => {
                        *due.entry(&who.side).or_default() -= i64::from(*hits);
                    }
                    StoryEvent::Act { .. } | StoryEvent::Advice { .. } => {}
                }
            }
            assert!(due.values().all(|due| *due == 0), "{due:?} in {round:?}");
        }
    };
    let fleets = r#""attacker": "2 dreadnought + 4 fighter + carrier",
                    "defender": "3 cruiser + 2 destroyer""#;
    both_ways(&format!(r#"{{"rules": "ti4-space", {fleets}}}"#), check);
    let effects = r#"{"rules": "ti4-space",
        "attacker": {"fleet": "2 dreadnought + 2 cruiser + 3 fighter + carrier",
                     "effects": ["duranium armor", "shields holding", "direct hit"]},
        "defender": {"fleet": "3 dreadnought + 2 destroyer + 2 pds",
                     "effects": ["direct hit", "emergency repairs", "plasma scoring"],
                     "play": {"loss_order": "adaptive"}}}"#;
    both_ways(effects, check);
    let over = r#"{"rules": "ti4-space", "attacker": "war sun + 3 destroyer-ii",
                   "defender": "2 fighter + cruiser"}"#;
    both_ways(over, check);
    let ground = r#"{"rules": "ti4-ground", "attacker": "4 infantry + mech + dreadnought",
                     "defender": "3 infantry + mech + pds"}"#;
    both_ways(ground, check);
}

/// The damage is the roll of an attack less the deductions, and at least 0.
#[test]
fn rolls_of_spaceship_battles_add_up() {
    let check = |story: &Story| {
        assert_losses_add_up(story);
        let mut due = 0;
        for event in events(story) {
            match event {
                StoryEvent::Throw { with, dice: thrown, sum, less, .. } => {
                    assert_eq!(due, 0, "{event:?}");
                    assert_eq!(dice(thrown).map(|(_, face, _)| u32::from(face)).sum::<u32>(), *sum);
                    due = if with == "repair" { 0 } else { i64::from(sum.saturating_sub(*less)) };
                }
                StoryEvent::Wasted { hits, .. } => due -= i64::from(*hits),
                StoryEvent::Change { damage, .. } => due -= i64::from(*damage),
                StoryEvent::Act { .. } | StoryEvent::Advice { .. } => {}
            }
        }
        assert_eq!(due, 0);
    };
    let duel = r#"{"rules": "spaceship-battles", "attacker": "2 d", "defender": "c"}"#;
    both_ways(duel, check);
    let map = r#"{"rules": "spaceship-battles",
        "attacker": {"groups": [{"size": "D", "count": 1, "special": ["missiles", "torpedoes"],
                                 "ships": [{"at": [2, 2], "heading": "E"}]}]},
        "defender": {"groups": [{"size": "D", "count": 1, "play": {"self_destruct": 3},
                                 "ships": [{"at": [12, 4], "heading": "W"}]}]},
        "setting": {"map": {"width": 16, "height": 10}, "turns": 12}}"#;
    both_ways(map, check);
}

#[test]
fn shots_of_star_chamber_add_up() {
    let check = |story: &Story| {
        assert_losses_add_up(story);
        // Each shot hits one ship.
        let mut shots = 0;
        for event in events(story) {
            match event {
                StoryEvent::Act { does, .. } if does.starts_with("fires") => shots += 1,
                StoryEvent::Change { .. } => shots -= 1,
                _ => {}
            }
            assert!((0..=1).contains(&shots), "{event:?}");
        }
    };
    let pirates = r#"{"rules": "star-chamber", "setting": {"turns": 4},
        "parties": [{"name": "A", "fleet": "2 cruiser + scout", "leadership": 3},
                    {"name": "B", "fleet": "3 scout(shield=2)"},
                    {"name": "C", "fleet": "2 scout(alert=true)"}]}"#;
    both_ways(pirates, check);
}

/// Stories of sectors and invasions go battle by battle.
#[test]
fn what_follows_a_battle_is_told_after_it() {
    let sector = r#"{"parties": [{"name": "Hydra", "fleet": "cruiser + interceptor"},
                                 {"name": "Draco", "fleet": "2 cruiser"},
                                 {"name": "Orion", "fleet": "2 cruiser + interceptor"}],
                     "setting": {"population": {"owner": "Hydra", "cubes": 3}}}"#;
    both_ways(sector, |story| {
        assert_eq!(story.chapters[0].title.as_deref(), Some("Orion v Draco"));
        assert_losses_add_up(story);
    });
    // Allies fight together, and each loses its own ships.
    let alliance = r#"{"parties": [
        {"name": "A", "alliance": "X", "fleet": "2 cruiser"},
        {"name": "B", "fleet": "3 interceptor + cruiser"},
        {"name": "C", "alliance": "X", "fleet": "cruiser + interceptor"}]}"#;
    both_ways(alliance, |story| {
        assert_eq!(story.chapters[0].title.as_deref(), Some("B v A and C"));
        assert_losses_add_up(story);
    });
    let invasion = r#"{"rules": "ti4-ground", "attacker": {}, "defender": {},
        "setting": {"planets": [
            {"name": "Jord", "attacker": "3 infantry", "defender": "2 infantry"},
            {"name": "Quann", "attacker": "2 infantry", "defender": "infantry + pds"}]}}"#;
    both_ways(invasion, |story| {
        let titles: Vec<_> = story.chapters.iter().filter_map(|c| c.title.as_deref()).collect();
        assert_eq!(titles, ["Jord", "Quann"]);
    });
}

/// The outcomes of the battles in stories are those that the run has counted, one by one.
#[test]
fn the_battles_are_those_of_the_run() {
    for scenario in [
        r#"{"attacker": "3 interceptor", "defender": "ancient"}"#,
        r#"{"rules": "ti4-space", "attacker": "3 cruiser", "defender": "2 dreadnought"}"#,
        r#"{"rules": "star-chamber", "attacker": "2 cruiser", "defender": "3 scout",
            "setting": {"turns": 5}}"#,
        r#"{"attacker": "cruiser", "defender": "ancient", "setting": {"round_cap": 3}}"#,
        r#"{"parties": [{"name": "A", "fleet": "2 cruiser"}, {"name": "B", "fleet": "2 cruiser"},
                        {"name": "C", "fleet": "cruiser + 2 interceptor"}]}"#,
        r#"{"parties": [{"name": "A", "fleet": "2 cruiser"}, {"name": "B", "fleet": "2 cruiser"},
                        {"name": "C", "fleet": "3 interceptor"}], "setting": {"round_cap": 2}}"#,
        r#"{"rules": "ti4-ground", "attacker": {}, "defender": {}, "setting": {"planets": [
            {"name": "Jord", "attacker": "3 infantry", "defender": "2 infantry"},
            {"name": "Quann", "attacker": "2 infantry", "defender": "infantry"}]}}"#,
    ] {
        for engine in [Engine::Simulate, Engine::Kernel] {
            let asked = Question { engine, battles: Battles::Given(BATTLES), ..question(scenario) };
            let counted = try_ask(&asked).unwrap();
            let told = stories(scenario, engine);
            for (side, summary) in counted.sides.iter().enumerate() {
                let wins = told.iter().filter(|story| story.sides[side].wins).count();
                assert_eq!(wins as f64 / BATTLES as f64, summary.win.probability, "{scenario}");
                for (group, survivors) in summary.survivors.iter().enumerate() {
                    let left = told.iter().map(|s| s.sides[side].survivors[group].left);
                    let mean = left.sum::<u64>() as f64 / BATTLES as f64;
                    assert!((mean - survivors.mean).abs() < 1e-12, "{scenario}");
                }
            }
        }
    }
}

/// Chi-square test of all faces of many battles. With 5 degrees of freedom, 31.8 is exceeded by
/// chance once in 150,000 (4.5 sigma). Faces that the walk draws afterwards are distributed like
/// those that dice showed.
#[test]
fn faces_are_those_of_fair_dice() {
    for engine in [Engine::Simulate, Engine::Kernel] {
        let scenario = r#"{"attacker": "2 interceptor(cannons=1y1o, computer=1, hull=1)",
                           "defender": "2 ancient(shield=1)"}"#;
        let mut counts = [0u32; 6];
        for story in stories(scenario, engine) {
            for event in events(&story) {
                if let StoryEvent::Throw { dice: thrown, .. } = event {
                    dice(thrown).for_each(|(_, face, _)| counts[usize::from(face) - 1] += 1);
                }
            }
        }
        let n = f64::from(counts.iter().sum::<u32>());
        let square: f64 =
            counts.iter().map(|c| (f64::from(*c) - n / 6.0).powi(2) / (n / 6.0)).sum();
        assert!(square < 31.8, "{counts:?}: {square}");
    }
}

#[test]
fn the_same_story_on_any_number_of_threads() {
    let told = |threads: &str| {
        let args = ["replay", "3 interceptor", "ancient", "--battle", "777", "--threads", threads];
        let (code, text, _) = run(&args);
        assert_eq!(code, 0);
        text
    };
    assert_eq!(told("1"), told("2"));
}

#[test]
fn the_rarest_end_and_the_biggest_upset() {
    let replay = |which: &str, engine: &str| {
        json(&[
            "replay",
            "2 cruiser",
            "2 ancient",
            which,
            "--engine",
            engine,
            "--battles",
            "5000",
            "--format",
            "json",
        ])
    };
    for engine in ["simulate", "kernel"] {
        let rarest = replay("--rarest", engine);
        assert!(rarest["times"].as_u64().unwrap() >= 1);
        let upset = replay("--upset", engine);
        let fight = json(&[
            "fight",
            "2 cruiser",
            "2 ancient",
            "--engine",
            engine,
            "--battles",
            "5000",
            "--format",
            "json",
        ]);
        let odds = |side: usize| fight["sides"][side]["win"]["probability"].as_f64().unwrap();
        let underdog = usize::from(odds(1) < odds(0));
        assert_eq!(upset["sides"][underdog]["wins"], true);
        // The underdog has as many ships left as it ever had.
        let left = upset["sides"][underdog]["survivors"][0]["left"].as_u64().unwrap() as usize;
        let seen = &fight["sides"][underdog]["survivors"][0]["distribution"];
        let most = seen.as_array().unwrap().iter().rposition(|p| p.as_f64() > Some(0.0));
        assert_eq!(Some(left), most);
    }
}
