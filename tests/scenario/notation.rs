//! The typed notation: text that is written can be read back.

use proptest::prelude::*;

use fleetodds::internals::scenario::{FleetText, Source, nearest, parse_fleet};

fn parse(text: &str) -> Result<FleetText, String> {
    let source = Source::new("test", text);
    parse_fleet(&source, 0..text.len()).map_err(|error| error.to_string())
}

/// Names that can be typed: words of letters and digits, with spaces and hyphens.
fn name() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9]{0,5}([ -][a-z0-9]{1,5}){0,2}"
}

fn item() -> impl Strategy<Value = String> {
    let part = (prop::sample::select(vec!["", "+", "-", "2 ", "+3 ", "-2 "]), name());
    let value = prop_oneof![
        "[a-z0-9]{1,4}",
        "-?[0-9]{1,2}",
        prop::collection::vec("[0-9]{1,2}", 1..4).prop_map(|list| format!("[{}]", list.join(", "))),
    ];
    prop_oneof![
        part.prop_map(|(sign, name)| format!("{sign}{name}")),
        (name(), value).prop_map(|(key, value)| format!("{key}={value}")),
    ]
}

fn group() -> impl Strategy<Value = String> {
    let count = prop_oneof![Just(String::new()), (1..100u64).prop_map(|n| format!("{n} "))];
    let species = prop_oneof![Just(String::new()), name().prop_map(|n| format!("{n}/"))];
    let items = prop::collection::vec(item(), 0..4).prop_map(|items| {
        if items.is_empty() { String::new() } else { format!("({})", items.join(" , ")) }
    });
    (count, species, name(), items).prop_map(|(c, s, n, i)| format!("{c}{s}{n}{i}"))
}

fn fleet() -> impl Strategy<Value = String> {
    let option =
        prop_oneof![name(), (name(), "[a-z0-9]{1,4}").prop_map(|(k, v)| format!("{k}={v}"))];
    (prop::collection::vec(group(), 1..4), prop::collection::vec(option, 0..3)).prop_map(
        |(groups, options)| {
            let options: String = options.iter().map(|o| format!(" & {o}")).collect();
            groups.join(" + ") + &options
        },
    )
}

proptest! {
    #[test]
    fn what_is_displayed_reads_as_the_same(text in fleet()) {
        let read = parse(&text).unwrap();
        let again = parse(&read.to_string()).unwrap();
        prop_assert_eq!(&read, &again);
        prop_assert_eq!(read.to_string(), again.to_string());
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_message(text in any::<String>()) {
        if let Err(message) = parse(&text) {
            prop_assert!(message.starts_with("error: "));
        }
    }
}

#[test]
fn good_fleets_are_read() {
    for (text, canonical) in [
        ("3 interceptor", "3 interceptor"),
        ("interceptor", "interceptor"),
        ("  2   cruiser+1 dreadnought ", "2 cruiser + 1 dreadnought"),
        ("2 cruiser(-ion cannon,+plasma cannon)", "2 cruiser(-ion cannon, +plasma cannon)"),
        ("orion/cruiser( plasma cannon , 2 hull )", "orion/cruiser(plasma cannon, 2 hull)"),
        ("4 cruiser(cannons=2y1o, computer=1)", "4 cruiser(cannons=2y1o, computer=1)"),
        ("2 cruiser(damaged=[0, 1])", "2 cruiser(damaged=[0,1])"),
        ("2 dreadnought & play=npc & tractor beam", "2 dreadnought & play=npc & tractor beam"),
        ("cruiser(initiative=-2)", "cruiser(initiative=-2)"),
    ] {
        assert_eq!(parse(text).unwrap().to_string(), canonical);
    }
}

#[test]
fn bad_fleets_are_refused_at_the_place() {
    for (text, message, line) in [
        ("", "expected a class of ship, found the end", "| ^"),
        ("3", "expected a class of ship, found the end", "|  ^"),
        ("-3 interceptor", "`-3` is not a valid count", "| ^^"),
        ("1.5 interceptor", "`1.5` is not a valid count", "| ^^^"),
        ("2 cruiser(", "expected a part or `key=value`, found the end", "|           ^"),
        ("2 cruiser()", "expected a part or `key=value`, found `)`", "|           ^"),
        ("2 cruiser(hull", "expected `,` or `)`, found the end", "|               ^"),
        ("2 cruiser)", "expected `+`, `&` or the end of the fleet, found `)`", "|          ^"),
        ("2 cruiser +", "expected a class of ship, found the end", "|            ^"),
        ("2 cruiser &", "expected a technology or `key=value`, found the end", "|            ^"),
        ("cruiser(hull=)", "expected a value, found `)`", "|              ^"),
        ("cruiser(damaged=[1,])", "expected a value, found `]`", "|                    ^"),
        ("cruiser(damaged=[1)", "expected `,` or `]`, found `)`", "|                   ^"),
        ("cruiser(0 hull)", "`0` is not a valid number of parts", "|         ^"),
        ("a/b/c", "expected `+`, `&` or the end of the fleet, found `/`", "|    ^"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(&format!("error: {message}\n")), "{text}:\n{error}");
        assert!(error.contains(line), "{text}:\n{error}");
    }
}

#[test]
fn a_typo_gets_the_nearest_name() {
    assert_eq!(nearest("dreadnaught", ["dreadnought", "cruiser"]), ["dreadnought"]);
}
