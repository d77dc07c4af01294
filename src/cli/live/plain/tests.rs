//! The plain mode, driven by lines.

use super::super::session::Session;
use super::super::tests::arguments;
use super::{ADD, BOTH, COMMANDS, Command, Plain, QUIT, REMOVE, SET};
use fleetodds::internals::engine::Ctx;

fn answers(typed: &[&str], lines: &[&str]) -> Vec<String> {
    let session = Session::start(&arguments(typed), String::new()).unwrap();
    let mut plain = Plain { session, ctx: Ctx::new(1).unwrap(), width: 80, battle: None };
    let greeting = plain.greeting();
    let answer = |line: &&str| plain.answer(line).unwrap_or("quit".into());
    let answers: Vec<String> = lines.iter().map(answer).collect();
    let all = std::iter::once(greeting).chain(answers);
    all.map(|text| anstream::adapter::strip_str(&text).to_string()).collect()
}

#[track_caller]
fn shows(text: &str, words: &str) {
    assert!(text.contains(words), "`{words}` is missing:\n{text}");
}

#[test]
fn each_change_is_answered_with_the_odds() {
    let typed = ["3 interceptor", "ancient"];
    for (line, words) in [
        ("odds", "attacker wins   46.52 %"),
        ("attacker + interceptor", "attacker wins   70.91 %"),
        ("a + interceptor", "4 interceptor"),
        ("attacker - 2 interceptor", "1 interceptor"),
        ("defender: 2 ancient", "2 ancient"),
        ("2 cruiser vs gcds", "1 gcds"),
        ("swap", "attacker wins   53.48 %"),
        ("rules 2e", "second edition"),
        ("fleets", "defender: ancient, 3 materials\n  ancient: 2y, comp 1, hull 1, init 2"),
        ("figures", "Expected losses in materials    lost  destroyed"),
        ("charts", "attacker: interceptor left"),
        ("sweep attacker interceptor", "odds that attacker wins, by attacker.interceptor"),
        ("helps", "what helps most"),
        ("parts attacker interceptor", "electron-computer: comp 1"),
        ("advise interceptor y6 y1 y1", "y6 damages"),
        ("undo", "nothing to undo"),
        ("redo", "nothing to redo"),
        ("command", "fleetodds '3 interceptor' vs ancient --1e"),
        ("code", "fo1."),
        ("help", "SIDE + SHIPS"),
        ("roll", "`battle` begins one"),
        ("quit", "quit"),
    ] {
        shows(&answers(&typed, &[line])[1], words);
    }
    shows(&answers(&typed, &["a + interceptor", "undo"])[2], "46.52 %");
    shows(&answers(&typed, &["a + interceptor", "undo", "redo"])[3], "70.91 %");
}

#[test]
fn nothing_is_lost_by_a_line_that_is_wrong() {
    let typed = ["3 interceptor", "ancient"];
    for (line, words) in [
        ("attacker: 3 criusr", "did you mean `cruiser`?"),
        ("attacker + 2 x", "unknown"),
        ("attacker - cruiser", "the attacker has no cruiser"),
        ("sweep attacker cruiser", "the attacker has no `cruiser`; it has"),
        ("rules chess", "chess"),
        ("swop", "did you mean `swap`?"),
        ("advise y9", "y9"),
        ("save attacker brick interceptor", "--no-config"),
        ("", ""),
    ] {
        let found = answers(&typed, &[line, "odds"]);
        shows(&found[1], words);
        shows(&found[2], "46.52 %");
    }
}

#[test]
fn reports_are_read_aloud_without_bars() {
    let found = answers(&["3 interceptor", "ancient"], &["odds", "sweep", "figures", "charts"]);
    for text in found {
        let is_block = |c: char| ('\u{2580}'..='\u{259f}').contains(&c);
        assert!(!text.contains(is_block), "{text}");
    }
}

#[test]
fn a_battle_is_followed_line_by_line() {
    let lines = ["battle", "roll 6 1 1", "choose 2", "back", "roll", "choose", "luck", "record"];
    let found = answers(&["3 interceptor", "ancient + gcds"], &lines);
    shows(&found[1], "the attacker rolls 3 yellow");
    shows(&found[2], "1. y6 damages the ancient");
    shows(&found[3], "damaged=[1]");
    shows(&found[4], "the attacker rolls 3 yellow");
    shows(&found[5], "`choose` and a number");
    shows(&found[7], "not finished");
    shows(&found[8], "round 1");
}

#[test]
fn empty_fleets_say_how_to_fill_them() {
    let found = answers(&[], &["attacker + cruiser", "defender + ancient"]);
    shows(&found[0], "attacker: no ships");
    shows(&found[1], "`defender + …` adds some");
    shows(&found[2], "attacker wins");
}

#[test]
fn the_page_shows_an_answer() {
    let page = include_str!("../../../../docs/live.md");
    let (_, shown) = page.split_once("> attacker + interceptor\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    assert_eq!(answers(&["3 int", "ancient"], &["attacker + interceptor"])[1], shown);
}

#[test]
fn commands_are_read_as_typed() {
    let form = |name: &str| {
        COMMANDS.iter().find(|command| command.name() == Some(name)).map_or("", |found| found.form)
    };
    for (typed, form, side, words) in [
        ("attacker + cruiser", ADD.form, 0, "cruiser"),
        ("d+2 ancient", ADD.form, 1, "2 ancient"),
        ("defender: 2 ancient(+hull)", SET.form, 1, "2 ancient(+hull)"),
        ("defender 2 ancient", SET.form, 1, "2 ancient"),
        ("Attacker - 1 interceptor", REMOVE.form, 0, "1 interceptor"),
        ("sweep defender ancient", form("sweep"), 1, "ancient"),
        ("sweep cruiser", form("sweep"), 0, "cruiser"),
        ("SWAP", form("swap"), 0, ""),
        ("rules 2e", form("rules"), 0, "2e"),
        ("3 int vs ancient", BOTH.form, 0, "3 int vs ancient"),
        ("exit", QUIT.form, 0, ""),
    ] {
        let read = Command::read(typed).map(|(command, side, words)| (command.form, side, words));
        assert_eq!(read, Ok((form, side, words)), "{typed}");
    }
    let message = Command::read("swop").err().unwrap();
    assert!(message.contains("did you mean `swap`?"), "{message}");
}
