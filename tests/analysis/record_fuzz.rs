//! Records and rolls with any changes are read or refused with a message: nothing panics, and
//! nothing takes long.
//!
//! CONTRIBUTING describes the long run; a short one is part of the test suite.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::support::random::Random;
use fleetodds::Fight;
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::scenario::{Source, read_missiles, read_record, read_roll};

/// Records that are changed.
const RECORDS: [&str; 6] = [
    "rules: eclipse\nattacker: 2 cruiser\ndefender: 2 ancient\nround 1\nancient: 5 2 1 1 at cruiser\n\
     cruiser: 6 5 at ancient 1\nround 2\nancient: ?\ncruiser: y6 y3, destroys 1 ancient\n",
    "attacker: 2 interceptor(missiles=1y) & name=Anna\ndefender: cruiser & point defense # comment\n\
     setting: {\"retreat\": {\"attacker\": true}}\nmissiles\nAnna interceptor: y6 y1, destroys \
     nothing, damages cruiser by 1\nround 1\ncruiser: 6 at the damaged interceptor\n\
     interceptor: retreat\n",
    "{\"schema\": \"fleetodds/record/1\", \"scenario\": {\"attacker\": \"3 interceptor\", \
     \"defender\": \"ancient\"}, \"entries\": [{\"part\": \"round 1\"}, {\"who\": \
     \"attacker.interceptor\", \"notes\": [\"y6 y3 y1 at ancient\"]}]}",
    "rules: ti4-space\nattacker: 2 cruiser + fighter\ndefender: dreadnought + destroyer\nbarrage\n\
     defender: 1 hits\nattacker: loses 1 fighter\nround 1\nattacker: 2 hits\ndefender: 1 hit, \
     sustains dreadnought, loses destroyer\nattacker: loses cruiser and fighter\n",
    "rules: ti4-ground\nattacker: 3 infantry\ndefender: 2 infantry + mech\nround 1\nattacker: ?\n",
    "rules: spaceship-battles\nattacker: 2 e & name=Anna\ndefender: d & aim=field\nturn 1\n\
     Anna e: 5 5\ne: damages d by 3\nd: ?\ne: destroys nothing\ne: 1 1\nd: 6 6 1\n",
];

const PIECES: [&str; 40] = [
    "?",
    ":",
    ",",
    ";",
    "+",
    "and",
    "at",
    "by",
    "with damage",
    "y",
    "o",
    "p",
    "6",
    "0",
    "7",
    "999999",
    "round",
    "round 2",
    "missiles",
    "barrage",
    "hits",
    "loses",
    "sustains",
    "destroys",
    "damages",
    "nothing",
    "retreat",
    "stay",
    "ancient",
    "cruiser",
    "interceptor",
    "dreadnought",
    "fighter",
    "\n",
    "#",
    "{",
    "}",
    "\"",
    "damaged",
    "é",
];

/// Changes some characters or words of a text.
fn mutated(random: &mut Random, text: &str) -> String {
    let mut text = text.to_string();
    for _ in 0..=random.below(4) {
        let at = |random: &mut Random, text: &str| {
            let mut at = random.below(text.len() as u64 + 1) as usize;
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (from, to) = (at(random, &text), at(random, &text));
        match random.below(5) {
            0 => text.insert_str(from, PIECES[random.below(40) as usize]),
            1 if from < to && to - from < 12 => text.replace_range(from..to, ""),
            2 => {
                let lines: Vec<String> = text.lines().map(String::from).collect();
                if !lines.is_empty() {
                    let line = lines[random.below(lines.len() as u64) as usize].clone();
                    text += &format!("\n{line}\n");
                }
            }
            3 => {
                let mut lines: Vec<&str> = text.lines().collect();
                if lines.len() > 1 {
                    lines.remove(random.below(lines.len() as u64) as usize);
                }
                text = lines.join("\n");
            }
            _ => {
                let piece = PIECES[random.below(40) as usize];
                let start = text[..from].rfind([' ', '\n']).map_or(0, |at| at + 1);
                let end = text[from..].find([' ', '\n']).map_or(text.len(), |end| from + end);
                text.replace_range(start..end, piece);
            }
        }
    }
    text
}

/// Reads and analyses a text. Returns whether it was analysed.
fn run(text: &str, ctx: &Ctx) -> bool {
    let _ = read_roll(&Source::new("--roll", text));
    let _ = read_missiles(&Source::new("--missiles", text));
    let Ok(record) = read_record(&Source::new("battle", text)) else { return false };
    let Ok(question) = Fight::from(record.scenario.clone()).question() else { return false };
    analyse(&question, &record, ctx).is_ok()
}

/// Reads this many changed records. Returns how many of them were analysed.
fn fuzz(seeds: std::ops::Range<u64>) -> u64 {
    let ctx = Ctx::new(1).unwrap();
    let analysed = AtomicU64::new(0);
    for seed in seeds {
        let mut random = Random::new(seed);
        let record = RECORDS[random.below(6) as usize];
        let text = mutated(&mut random, record);
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| run(&text, &ctx)));
        let Ok(is_analysed) = result else { panic!("seed {seed} panics:\n{text}") };
        analysed.fetch_add(is_analysed.into(), Ordering::Relaxed);
        // The budget is two seconds; the limit is generous for a loaded machine.
        assert!(start.elapsed() < Duration::from_secs(60), "seed {seed} hangs:\n{text}");
    }
    analysed.into_inner()
}

#[test]
fn changed_records_are_analysed_or_refused() {
    let analysed = fuzz(0..1_000);
    assert!(analysed > 20, "{analysed}");
}

#[test]
#[ignore = "long: hours"]
fn ten_million_changed_records_are_analysed_or_refused() {
    let threads: Vec<_> = (0..2)
        .map(|half| std::thread::spawn(move || fuzz(half * 5_000_000..(half + 1) * 5_000_000)))
        .collect();
    threads.into_iter().for_each(|thread| assert!(thread.join().is_ok()));
}
