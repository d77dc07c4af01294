//! The screen, driven by keys. The table of keys is the list of what has to be tested.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use clap::Parser;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use crate::cli::args::{Cli, Command, LiveArgs};
use crate::cli::live::app::{App, Effect, Status};
use crate::cli::live::keys::{Action, Binding, Context, KEYS};
use crate::cli::live::session::Session;
use crate::cli::live::view::{self, Colours, Finish};
use crate::cli::live::worker::{Event, Worker};

/// Longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

const FINISH: Finish = Finish { colours: Colours::Many, ascii: false };

/// Returns the arguments of a command line.
pub(crate) fn arguments(typed: &[&str]) -> LiveArgs {
    let cli = Cli::parse_from([&["fleetodds", "live"], typed].concat());
    match cli.command {
        Command::Live(args) => *args,
        other => panic!("{other:?}"),
    }
}

/// A screen that is driven by keys.
struct Driver {
    app: App,
    happened: Receiver<Event>,
    terminal: Terminal<TestBackend>,
    finish: Finish,
}

impl Driver {
    fn open(typed: &[&str]) -> Self {
        Self::of_size((80, 24), typed)
    }

    fn of_size((width, height): (u16, u16), typed: &[&str]) -> Self {
        Self::of(&arguments(typed), (width, height))
    }

    fn of(args: &LiveArgs, (width, height): (u16, u16)) -> Self {
        let (events, happened) = mpsc::channel();
        let session = Session::start(args, String::new()).unwrap();
        let app = App::new(session, Worker::start(2).unwrap(), events);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut driver = Self { app, happened, terminal, finish: FINISH };
        driver.settle();
        driver
    }

    /// Presses keys: names of the table, or any other characters, separated by spaces. `_` is a
    /// space.
    fn keys(&mut self, script: &str) {
        for name in script.split_whitespace() {
            let known = KEYS.iter().flat_map(|binding| binding.keys);
            let known = known.copied().find(|key| key.name() == name);
            let typed = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            match known {
                Some(key) => self.press(key.event()),
                None if name == "Backspace" => {
                    self.press(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE));
                }
                None => {
                    let shown = |c| if c == '_' { ' ' } else { c };
                    name.chars().for_each(|c| self.press(typed(shown(c))));
                }
            }
            if self.app.battle_box().is_some() {
                self.settle();
            }
        }
        self.settle();
    }

    fn press(&mut self, key: KeyEvent) {
        self.app.on(Event::Terminal(TerminalEvent::Key(key)));
        self.draw();
    }

    fn draw(&mut self) {
        let (app, finish) = (&self.app, self.finish);
        self.terminal.draw(|frame| view::draw(frame, app, finish)).unwrap();
    }

    /// Waits for all answers.
    fn settle(&mut self) {
        self.draw();
        while self.app.is_waiting() {
            let event = self.happened.recv_timeout(PATIENCE).unwrap();
            self.app.on(event);
            self.draw();
        }
    }

    fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content.chunks(width).map(|cells| {
            let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            line.trim_end().to_string() + "\n"
        });
        lines.collect()
    }

    #[track_caller]
    fn shows(&self, words: &str) {
        let screen = self.screen();
        assert!(screen.contains(words), "`{words}` is missing:\n{screen}");
    }

    #[track_caller]
    fn hides(&self, words: &str) {
        let screen = self.screen();
        assert!(!screen.contains(words), "`{words}` is there:\n{screen}");
    }
}

/// A key in a situation.
struct Case {
    context: Context,
    action: Action,
    /// Fleets, and the keys before this one.
    fleets: &'static [&'static str],
    before: &'static str,
    /// Text that the screen shows after the key, and did not show before.
    shows: &'static str,
}

const fn case(
    context: Context,
    action: Action,
    fleets: &'static [&'static str],
    before: &'static str,
    shows: &'static str,
) -> Case {
    Case { context, action, fleets, before, shows }
}

const THREE: &[&str] = &["3 interceptor", "ancient"];
const LARGE: &[&str] = &["3 interceptor", "ancient + gcds"];
const TWO: &[&str] = &["2 cruiser + interceptor", "ancient"];

/// A case for each key of the table.
const CASES: &[Case] = &[
    case(Context::Main, Action::More, THREE, "", "4 interceptor"),
    case(Context::Main, Action::Fewer, THREE, "", "2 interceptor"),
    case(Context::Main, Action::Number, THREE, "", "Number of these ships"),
    case(Context::Main, Action::Add, THREE, "", "Add to the attacker"),
    case(Context::Main, Action::Type, THREE, "", "Type the fleet of the attacker"),
    case(Context::Main, Action::Blueprint, THREE, "", "Blueprint of interceptor"),
    case(Context::Main, Action::Remove, TWO, "", "› interceptor"),
    case(Context::Main, Action::Damage, TWO, "", "ship 2  0 of 1"),
    case(Context::Main, Action::Owner, THREE, "", "Choose the species"),
    case(Context::Main, Action::Retreat, THREE, "", "The attacker retreats"),
    case(Context::Main, Action::Save, THREE, "", "Name under which the ship is saved"),
    case(Context::Main, Action::Up, TWO, "Down", "› 2 cruiser"),
    case(Context::Main, Action::Down, TWO, "", "› interceptor"),
    case(Context::Main, Action::OtherSide, THREE, "", "› ancient"),
    case(Context::Main, Action::Swap, THREE, "", "Attacker  3 materials"),
    case(Context::Main, Action::NextRules, THREE, "", "second edition"),
    case(Context::Main, Action::PreviousRules, THREE, "r", "first edition"),
    case(Context::Main, Action::Undo, THREE, "+", "3 interceptor"),
    case(Context::Main, Action::Redo, THREE, "+ u", "4 interceptor"),
    case(Context::Main, Action::Pane(0), THREE, "2", "You win 47 in 100"),
    case(Context::Main, Action::Pane(1), THREE, "", "Rounds  mean"),
    case(Context::Main, Action::Pane(2), THREE, "", "lost"),
    case(
        Context::Main,
        Action::Pane(3),
        THREE,
        "",
        "odds that attacker wins, by attacker.interceptor",
    ),
    case(Context::Main, Action::Pane(4), THREE, "", "what helps most"),
    case(Context::Main, Action::ScrollUp, THREE, "3 PgDn", "3 interceptor v ancient"),
    case(Context::Main, Action::ScrollDown, THREE, "3", "per battle"),
    case(Context::Main, Action::Battle, THREE, "", "Enter alone to roll"),
    case(Context::Main, Action::Copy, THREE, "", "fleetodds '3 interceptor' vs ancient --1e"),
    case(Context::Main, Action::Help, THREE, "", "All keys"),
    case(Context::Any, Action::Help, THREE, "a", "All keys"),
    case(Context::Typing, Action::Accept, THREE, "e _ + _ c r u", "m battle"),
    case(Context::Typing, Action::Close, THREE, "e _ + _ c r u", "m battle"),
    case(Context::Typing, Action::Complete, THREE, "e _ + _ d r e", "+ dreadnought"),
    case(Context::Typing, Action::Up, THREE, "e _ + _ a n c", "[ancient-dreadnought-2]"),
    case(Context::Typing, Action::Down, THREE, "e _ + _ a n c", "[ancient-cruiser-a]"),
    case(Context::List, Action::Accept, THREE, "a d r e a d", "Attacker  17 materials"),
    case(Context::List, Action::Close, THREE, "a", "m battle"),
    case(Context::List, Action::Up, THREE, "a Down", " › interceptor"),
    case(Context::List, Action::Down, THREE, "a", " › cruiser"),
    case(Context::List, Action::PageUp, THREE, "a PgDn", " › interceptor"),
    case(Context::List, Action::PageDown, THREE, "a", " › ancient-cruiser-d"),
    case(Context::Blueprint, Action::Accept, THREE, "b", "In place of ion-cannon"),
    case(Context::Blueprint, Action::NextPart, TWO, "b Down Down", " › + positron-computer"),
    case(Context::Blueprint, Action::PreviousPart, TWO, "b Down", "-hull"),
    case(Context::Blueprint, Action::Add, TWO, "b", "Add a part"),
    case(Context::Blueprint, Action::Remove, TWO, "b", "2 cruiser(-ion-cannon)"),
    case(Context::Blueprint, Action::Printed, TWO, "b x", "ion-cannon  1y"),
    case(Context::Blueprint, Action::Up, TWO, "b Down", " ›   ion-cannon"),
    case(Context::Blueprint, Action::Down, TWO, "b", " ›   hull"),
    case(Context::Blueprint, Action::Undo, TWO, "b x", "ion-cannon  1y"),
    case(Context::Blueprint, Action::Close, TWO, "b", "m battle"),
    case(Context::Damage, Action::More, TWO, "d", "ship 1  1 of 1"),
    case(Context::Damage, Action::Fewer, TWO, "d +", "ship 1  0 of 1"),
    case(Context::Damage, Action::Up, TWO, "d Down", " › ship 1"),
    case(Context::Damage, Action::Down, TWO, "d", " › ship 2"),
    case(Context::Damage, Action::Close, TWO, "d", "m battle"),
    case(Context::Prompt, Action::Accept, THREE, "s", "m battle"),
    case(Context::Prompt, Action::Close, THREE, "s b r i c k", "m battle"),
    case(Context::Copy, Action::CopyCommand, THREE, "y", "the command is on the clipboard"),
    case(Context::Copy, Action::CopyCode, THREE, "y", "the code is on the clipboard"),
    case(Context::Copy, Action::Close, THREE, "y", "m battle"),
    case(Context::Battle, Action::Accept, THREE, "m 6 _ 1 _ 1", " › y6 damages"),
    case(Context::Battle, Action::Up, LARGE, "m 6 _ 1 _ 1 Enter Down", " › y6 damages the ancient"),
    case(Context::Battle, Action::Down, LARGE, "m 6 _ 1 _ 1 Enter", " › y6 damages the gcds"),
    case(
        Context::Battle,
        Action::PageUp,
        LARGE,
        "m 6 _ 1 _ 1 Enter Down Enter Tab PgDn",
        "not finished",
    ),
    case(
        Context::Battle,
        Action::PageDown,
        LARGE,
        "m 6 _ 1 _ 1 Enter Down Enter Tab",
        "Luck and skill",
    ),
    case(Context::Battle, Action::Back, THREE, "m 6 _ 1 _ 1 Enter", "Enter alone to roll"),
    case(Context::Battle, Action::Analyse, THREE, "m 6 _ 1 _ 1 Enter Enter", "not finished"),
    case(Context::Battle, Action::Copy, THREE, "m", "the record is on the clipboard"),
    case(Context::Battle, Action::Close, THREE, "m", "m battle"),
    case(Context::Help, Action::Up, THREE, "? Down", "Fleets and result"),
    case(Context::Help, Action::Down, THREE, "?", "odds, losses and survivors"),
    case(Context::Help, Action::Close, THREE, "?", "m battle"),
];

fn case_of(binding: &Binding) -> Option<&'static Case> {
    let is = |case: &&Case| case.context == binding.context && case.action == binding.action;
    CASES.iter().find(is)
}

#[test]
fn every_key_of_the_table_does_what_it_says() {
    for binding in KEYS.iter().filter(|binding| binding.action != Action::Quit) {
        let Some(case) = case_of(binding) else {
            panic!("no case for {:?} {:?}", binding.context, binding.action);
        };
        for key in binding.keys {
            let name = key.name();
            let mut driver = Driver::open(&[&["--no-config"], case.fleets].concat());
            driver.keys(case.before);
            let before = driver.screen();
            let words = case.shows;
            assert!(!before.contains(words), "{:?} {name}: `{words}`\n{before}", case.context);
            driver.press(key.event());
            driver.settle();
            let after = driver.screen();
            assert!(after.contains(words), "{:?} {name}: `{words}`\n{after}", case.context);
        }
    }
}

#[test]
fn keys_that_quit_end_the_program_wherever_they_are_pressed() {
    for binding in KEYS.iter().filter(|binding| binding.action == Action::Quit) {
        for key in binding.keys {
            let before = if binding.context == Context::Any { "a i n t" } else { "" };
            let mut driver = Driver::open(THREE);
            driver.keys(before);
            assert!(driver.app.effects.is_empty());
            driver.press(key.event());
            assert_eq!(driver.app.effects, [Effect::Quit], "{}", key.name());
        }
    }
}

#[test]
fn a_key_has_one_meaning() {
    for (n, binding) in KEYS.iter().enumerate() {
        for other in &KEYS[n + 1..] {
            let meets = binding.context == other.context
                || [binding.context, other.context].contains(&Context::Any);
            let shared = binding.keys.iter().find(|key| other.keys.contains(key));
            let shared = shared.filter(|_| meets).map(|key| key.name());
            assert_eq!(shared, None, "{:?} and {:?}", binding.action, other.action);
        }
    }
}

#[test]
fn odds_follow_each_key() {
    let mut driver = Driver::open(THREE);
    driver.shows("46.52 %");
    driver.keys("+");
    driver.shows("70.91 %");
    driver.keys("u Tab +");
    driver.shows("2 ancient");
    driver.hides("46.52 %");
}

#[test]
fn a_fleet_that_cannot_be_read_shows_why_below_the_field() {
    let mut driver = Driver::open(&["3 interceptor", "anziet"]);
    driver.shows("Type the fleet of the defender");
    driver.shows("did you mean `ancient`?");
    driver.keys("Backspace Backspace Backspace Backspace c i e n t Enter");
    driver.shows("46.52 %");
    driver.keys("Enter + + Enter");
    driver.shows("cannot be read");
    driver.keys("a");
    driver.shows("press Enter to correct it");
}

#[test]
fn an_empty_screen_says_how_to_begin() {
    let mut driver = Driver::open(&[]);
    driver.shows("The attacker has no ships.");
    driver.keys("a i n t Enter Tab a a n c Enter");
    driver.shows("You win");
    driver.keys("x");
    driver.shows("The defender has no ships.");
}

#[test]
fn a_blueprint_shows_its_faults() {
    let mut driver = Driver::open(&["2 cruiser", "ancient"]);
    driver.keys("b Down Down Down Down x");
    driver.shows("! not legal: `cruiser` has no drive and needs one");
    driver.shows("needs a drive");
    driver.keys("p");
    driver.shows(" legal");
    driver.keys("Enter p l a s m a _ c");
    driver.shows("plasma-cannon");
    driver.shows("plasma-cannon  ! `cruiser` has no drive");
}

#[test]
fn options_are_lines_of_the_fleet() {
    let mut driver = Driver::open(&["-r", "space", "2 cruiser", "2 destroyer"]);
    driver.keys("a m o r a l e Enter Enter");
    driver.shows("& morale-boost");
    driver.keys("Down x");
    driver.hides("& morale-boost");
}

#[test]
fn an_option_from_the_list_takes_no_value_unless_it_has_one() {
    let fleets = ["-r", "space", "3 cruiser + carrier + 4 fighter", "2 dreadnought + pds"];
    let mut driver = Driver::of_size((120, 40), &fleets);
    driver.shows("97.74 %");
    driver.keys("Tab a p l a s m a Enter");
    driver.shows("& plasma-scoring");
    driver.shows("95.12 %");
    // An empty value of one that may have a round means none, and of one that needs it is refused.
    driver.keys("a m o r a l e Enter Enter");
    driver.shows("& morale-boost");
    driver.keys("a s k i l l e d Enter Backspace Enter");
    driver.shows("`skilled-retreat` needs a value");
    driver.keys("2 Enter");
    driver.shows("& skilled-retreat=2");
    // A value that is wrong changes nothing, and can be corrected.
    driver.keys("u a s k i l l e d Enter Backspace 0 Enter");
    driver.hides("& skilled-retreat");
    driver.keys("Backspace 3 Enter");
    driver.shows("& skilled-retreat=3");
}

#[test]
fn copies_of_a_card_are_counted() {
    let mut driver = Driver::open(&["-r", "space", "2 cruiser", "2 destroyer"]);
    driver.keys("a m o r a l e Enter 3 Enter Down +");
    driver.shows("& 2 morale-boost=3");
    driver.keys("- -");
    driver.hides("morale-boost");
}

#[test]
fn another_edition_keeps_the_retreat_and_another_game_its_own_fight() {
    let mut driver = Driver::open(&["--2e", "2 dreadnought + 3 interceptor", "gcds"]);
    driver.keys("t a f t e r _ r o u n d _ 2 Enter");
    driver.shows("0.52 %");
    driver.keys("R r");
    driver.shows("0.52 %");
    driver.keys("r Enter");
    driver.keys(&"Backspace ".repeat(40));
    driver.keys("2 _ c r u i s e r Enter R");
    driver.shows("0.52 %");
    driver.keys("r");
    driver.shows("2 cruiser");
    driver.keys("t o p t i m a l Enter r");
    driver.shows("leaves out the attacker's retreat");
}

#[test]
fn a_battle_that_was_left_waits_for_its_fleets() {
    let mut driver = Driver::of_size((120, 40), THREE);
    driver.keys("m Enter Enter");
    let events = |driver: &Driver| {
        driver.app.battle_box().unwrap().table.events().map(String::from).collect::<Vec<_>>()
    };
    let before = events(&driver);
    assert!(!before.is_empty());
    driver.keys("Esc + m");
    assert!(events(&driver).is_empty());
    driver.keys("Enter Esc - m");
    assert_eq!(events(&driver), before);
}

#[test]
fn pasted_text_goes_into_the_fleet() {
    let mut driver = Driver::open(&[]);
    driver.app.on(Event::Terminal(TerminalEvent::Paste("2 cruiser\n".into())));
    driver.keys("Enter");
    driver.shows("› 2 cruiser");
}

#[test]
fn every_box_fits_every_window() {
    let long = ["cruiser(+hull)"; 9].join(" + ");
    let fight = ["--budget", "1ms", "-n", "1000", &long, "2 ancient + gcds"];
    let mut driver = Driver::open(&fight);
    for script in
        ["2", "3", "1", "Down Down", "b", "Enter", "Esc Esc", "a", "Esc e", "Esc ?", "Esc y"]
    {
        driver.keys(script);
        for width in [1, 20, 40, 60, 76, 80, 120, 200] {
            for height in [1, 8, 12, 24, 50] {
                driver.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                driver.draw();
            }
        }
    }
}

#[test]
fn without_colour_the_sides_differ_and_nothing_is_coloured() {
    let args = arguments(THREE);
    let mut driver = Driver::of(&args, (80, 24));
    for (colours, allowed) in [
        (Colours::None, &[Color::Reset][..]),
        (Colours::Few, &[Color::Reset, Color::Cyan, Color::Yellow]),
    ] {
        driver.finish = Finish { colours, ascii: true };
        driver.draw();
        let buffer = driver.terminal.backend().buffer();
        assert!(buffer.content.iter().all(|cell| allowed.contains(&cell.fg)), "{colours:?}");
        assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()));
        driver.shows("# attacker wins   46.52 %");
        driver.shows(". defender wins   53.48 %");
        driver.shows("> 3 interceptor");
    }
}

#[test]
fn keys_are_answered_while_a_large_battle_is_solved() {
    let fleet = "8 interceptor + 4 cruiser + 2 dreadnought";
    let (events, happened) = mpsc::channel();
    let session = Session::start(&arguments(&[fleet, fleet]), String::new()).unwrap();
    let app = App::new(session, Worker::start(2).unwrap(), events);
    let terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
    let mut driver = Driver { app, happened, terminal, finish: FINISH };
    // The machine may be busy with other things: a few of the keys may wait for those.
    let mut times: Vec<Duration> = "Down Up Down + - Up + Tab + -"
        .split(' ')
        .map(|name| {
            std::thread::sleep(Duration::from_millis(20));
            let started = Instant::now();
            let key = KEYS.iter().flat_map(|binding| binding.keys).find(|key| key.name() == name);
            driver.press(key.unwrap().event());
            let time = started.elapsed();
            assert!(matches!(driver.app.status, Status::Waiting(..)), "{}", driver.screen());
            time
        })
        .collect();
    times.sort();
    assert!(times[times.len() / 2] < Duration::from_millis(50), "{times:?}");
    driver.settle();
    driver.shows("exact");
}

#[test]
fn a_battle_is_followed_to_its_end() {
    let mut driver = Driver::open(&["3 interceptor(hull=1)", "interceptor"]);
    driver.keys("m");
    driver.shows("round 1");
    driver.keys("Tab");
    driver.shows("nothing has happened yet");
    driver.keys("7 Enter");
    driver.shows("a face is 1 to 6");
    driver.keys("Backspace");
    for _ in 0..200 {
        if driver.screen().contains("Enter shows luck and mistakes") {
            break;
        }
        driver.keys("Enter");
    }
    driver.shows("Enter shows luck and mistakes");
    driver.keys("Enter");
    driver.shows("at the start");
    driver.keys("Esc Esc");
    driver.shows("m battle");
    driver.keys("m");
    driver.shows("Enter shows luck and mistakes");
    driver.keys("Esc + m");
    driver.shows("Enter alone to roll");
}

#[test]
fn the_page_shows_the_screen() {
    let page = include_str!("../../../docs/live.md");
    let shown = page.split("```").find(|block| block.starts_with("text\n fleetodds")).unwrap();
    let driver = Driver::open(&["3 int", "ancient"]);
    // The time differs.
    let below = |text: &str| text.split_once("ms\n").unwrap().1.to_string();
    assert_eq!(below(shown), below(&driver.screen()));
}

#[test]
fn a_side_that_retreats_says_so() {
    let mut driver = Driver::open(&["3 interceptor", "2 cruiser"]);
    driver.keys("t Down Enter");
    driver.shows("9 materials, retreats");
    driver.shows("attacker retreats   89.71 %");
    driver.keys("t Enter");
    driver.hides("retreats");
}

#[test]
fn a_saved_ship_can_be_added() {
    let home = tempfile::tempdir().unwrap();
    let mut args = arguments(&["2 cruiser(-hull, +improved hull)", "dreadnought"]);
    args.ask.own.ships = Some(home.path().to_path_buf());
    let mut driver = Driver::of(&args, (80, 24));
    driver.keys("s b r i c k Enter");
    driver.shows("saved `brick`");
    driver.keys("Tab a b r i");
    driver.shows("your ship");
    driver.keys("Enter");
    driver.shows("1 cruiser");
    driver.keys("s b r i c k Enter");
    driver.shows("press Enter again to");
    driver.keys("Enter");
    driver.shows("first edition: dreadnought");
}
