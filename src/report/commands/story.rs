//! The story of a battle in words.

use std::fmt::Write;

use crate::report::csv::table;
use crate::report::form::Report;
use crate::report::json::json;
use crate::report::numbers::{battles, percent, thousands};
use crate::report::outline::{Grid, Outline, TableOptions};
use crate::report::style::{dim, heading, of_side, strong};
use crate::report::text::{line, wrap};
use crate::result::{Actor, Story, StoryChapter, StoryDice, StoryEngine, StoryEvent, StorySide};

impl Report for Story {
    fn table(&self, options: TableOptions) -> String {
        let mut text = String::new();
        write_title(&mut text, self);
        for chapter in &self.chapters {
            if let Some(title) = &chapter.title {
                line!(text, "{}\n", heading(title));
            }
            for round in &chapter.rounds {
                let name = match round.round {
                    0 => format!("before the first {}", self.time),
                    n => format!("{} {n}", self.time),
                };
                line!(text, "  {}", heading(name));
                for event in &round.events {
                    for words in lines(&sentence(event), options.columns()) {
                        line!(text, "{}", paint(self, event, &words));
                    }
                }
                line!(text);
            }
        }
        write_end(&mut text, self);
        text
    }

    fn json(&self) -> String {
        json(self)
    }

    fn outline(&self) -> Outline {
        let (battle, battles) = (thousands(self.battle), thousands(self.battles));
        let facts = format!("{} · battle {battle} of {battles} · seed {}", self.title, self.seed);
        let grid = |chapter: &StoryChapter| {
            let row = |(round, event): (u32, &StoryEvent)| {
                vec![round.to_string(), sentence(event).trim().to_string()]
            };
            let title = chapter.title.as_deref().unwrap_or_default();
            Grid::with_texts(2, title, [self.time, "event"], events(chapter).map(row))
        };
        Outline {
            headline: fleets(self),
            facts: vec![facts],
            tables: self.chapters.iter().map(grid).collect(),
            conclusion: Some(self.outcome.clone()),
            ..Outline::default()
        }
    }

    fn csv(&self) -> String {
        const COLUMNS: &str = "chapter,round,event,side,class,ships,what,value,lost";
        let rows = self.chapters.iter().enumerate().flat_map(|(n, chapter)| {
            let title = chapter.title.clone().unwrap_or_else(|| n.to_string());
            events(chapter).map(move |(round, event)| {
                let (name, who, what, value, lost) = fields(event);
                let Actor { side, class, ships, .. } = who.clone();
                let ships = ships.map_or(String::new(), |ships| ships.to_string());
                let (round, class) = (round.to_string(), class.unwrap_or_default());
                [title.clone(), round, name.into(), side, class, ships, what, value, lost]
            })
        });
        table(COLUMNS.split(','), rows)
    }
}

fn fleets(story: &Story) -> String {
    let fleets: Vec<&str> = story.sides.iter().map(|side| side.fleet.as_str()).collect();
    fleets.join("  v  ")
}

/// Returns the events of a battle, each with its round.
fn events(chapter: &StoryChapter) -> impl Iterator<Item = (u32, &StoryEvent)> {
    let rounds = chapter.rounds.iter();
    rounds.flat_map(|round| round.events.iter().map(|event| (round.round, event)))
}

/// Writes the fleets, and the number and run of the battle.
fn write_title(text: &mut String, story: &Story) {
    if story.sides.len() > 2 {
        for StorySide { name, fleet, .. } in &story.sides {
            line!(text, "{}", heading(format!("{name}: {fleet}")));
        }
    } else {
        line!(text, "{}", heading(fleets(story)));
    }
    let (battle, all) = (thousands(story.battle), battles(story.battles));
    let how = match story.engine {
        StoryEngine::Walk => "the dice are reconstructed to match the result of each step",
        StoryEngine::Kernel => "the faces of the dice are reconstructed to match their sums",
    };
    let Story { title, seed, .. } = story;
    line!(text, "{}", dim(format!("{title} · battle {battle} (of {all}, from 0) · seed {seed}")));
    line!(text, "{}\n", dim(how));
}

/// Writes the outcome, the survivors and their probability.
fn write_end(text: &mut String, story: &Story) {
    line!(text, "  {}", strong(&story.outcome));
    for (n, side) in story.sides.iter().enumerate() {
        let left: Vec<String> = side
            .survivors
            .iter()
            .filter(|group| group.left > 0)
            .map(|group| format!("{} of {} {}", group.left, group.start, group.class))
            .collect();
        let left = if left.is_empty() { "no ships".into() } else { left.join(", ") };
        line!(text, "  {} has {left} left", of_side(n, &side.name));
    }
    let chance = story.probability.map(|p| percent(p.probability));
    let chance = chance.map(|chance| format!("chance of exactly this outcome {chance}"));
    let times = story
        .times
        .map(|times| format!("{} of {} ended like this", thousands(times), battles(story.battles)));
    for words in [chance, times].into_iter().flatten() {
        line!(text, "  {}", dim(words));
    }
}

/// Formats a side or its ships: `attacker: 3 interceptor`.
fn name(who: &Actor) -> String {
    match (&who.class, who.ships) {
        (Some(class), Some(1)) => format!("{}: {class}", who.side),
        (Some(class), Some(ships)) => format!("{}: {ships} {class}", who.side),
        _ => who.side.clone(),
    }
}

/// Describes an event in one sentence.
fn sentence(event: &StoryEvent) -> String {
    match event {
        StoryEvent::Act { who, does } => format!("{} · {does}", name(who)),
        StoryEvent::Throw { who, with, dice, sum, less } => {
            let dice: Vec<String> = dice.iter().map(faces).collect();
            let less = if *less > 0 { format!(" - {less}") } else { String::new() };
            format!("{} · {with}: {} = {sum}{less}", name(who), dice.join(", "))
        }
        StoryEvent::Change { who, becomes, damage, life, lost } => {
            let damage = match (*damage, life) {
                (0, None) | (_, None) => String::new(),
                (0, Some([before, after])) => format!(" ({before} → {after})"),
                (damage, Some([before, after])) => format!(" by {damage} ({before} → {after})"),
            };
            let gone = if *lost > 0 { " ✗" } else { "" };
            format!("  {} {becomes}{damage}{gone}", name(who))
        }
        StoryEvent::Advice { mark, objective, cost, better, .. } => {
            let cost = match objective.as_str() {
                "win" => percent(*cost),
                swing => format!("{cost:.2} of the {swing}"),
            };
            format!("  {mark}: gave away {cost}; better: {better}")
        }
        StoryEvent::Wasted { who, hits, why } => {
            let hits = if *hits == 1 { "1 hit".into() } else { format!("{hits} hits") };
            format!("  {} of {}: {why}", hits, name(who))
        }
    }
}

/// Formats dice: `yellow [6] [5] 2`. Faces that score are in brackets.
fn faces(dice: &StoryDice) -> String {
    let mut text = match &dice.class {
        Some(class) => format!("{class} {}", dice.kind),
        None => dice.kind.clone(),
    };
    for (n, (face, worth)) in dice.faces.iter().zip(&dice.worth).enumerate() {
        let again = dice.again.get(n).copied().flatten();
        let shown = again.map_or(face.to_string(), |again| format!("{face}→{again}"));
        let _ = if *worth > 0 { write!(text, " [{shown}]") } else { write!(text, " {shown}") };
    }
    text
}

/// Breaks a sentence into indented lines.
fn lines(sentence: &str, width: usize) -> Vec<String> {
    let margin = if sentence.starts_with(' ') { "      " } else { "    " };
    let lines = wrap(sentence, width - margin.len() - 2).into_iter().enumerate();
    lines.map(|(n, line)| format!("{margin}{}{line}", if n > 0 { "  " } else { "" })).collect()
}

/// Colours a line by the side that the event is about.
fn paint(story: &Story, event: &StoryEvent, line: &str) -> String {
    let (_, who, ..) = fields(event);
    let side = story.sides.iter().position(|side| side.name == who.side);
    match side {
        Some(side) => of_side(side, line),
        None => line.to_string(),
    }
}

/// Returns the CSV fields of an event: name, subject, description, value, ships lost.
fn fields(event: &StoryEvent) -> (&'static str, &Actor, String, String, String) {
    let none = String::new;
    match event {
        StoryEvent::Act { who, does } => ("act", who, does.clone(), none(), none()),
        StoryEvent::Throw { who, with, dice, sum, .. } => {
            let dice: Vec<String> = dice.iter().map(faces).collect();
            let what = format!("{with}: {}", dice.join(", "));
            ("throw", who, what, sum.to_string(), none())
        }
        StoryEvent::Change { who, becomes, damage, lost, .. } => {
            ("change", who, becomes.clone(), damage.to_string(), lost.to_string())
        }
        StoryEvent::Advice { who, cost, better, .. } => {
            ("advice", who, better.clone(), cost.to_string(), none())
        }
        StoryEvent::Wasted { who, hits, why } => {
            ("wasted", who, why.clone(), hits.to_string(), none())
        }
    }
}
