//! Scenarios as they are written.

use fleetodds::internals::games::{Rulebook, load};
use fleetodds::internals::scenario::{Engine, Place, Source, Spanned, read_scenario};

/// Writes a document as a scenario of a rulebook, with these policies.
#[track_caller]
fn written(document: &str, rulebook: Rulebook, policies: [Option<&str>; 2]) -> String {
    let mut scenario = read_scenario(&Source::new("s", document)).unwrap();
    let place = Place::whole(&Source::new("--play", "policy"));
    for (side, policy) in scenario.sides.all_mut().iter_mut().zip(policies) {
        side.command = policy.map(|policy| Spanned { value: policy.into(), place: place.clone() });
    }
    scenario.to_json(load(rulebook, &[]).unwrap().lexicon()).unwrap()
}

#[test]
fn only_the_space_between_values_goes() {
    let document = "{ \"seed\" : 7,\n\t\"attacker\": \" a & name=\\u0062 \" , \"defender\": \"c\",
        \"setting\": {\"x\": [ 1e7, 0.10 ]} }";
    assert_eq!(
        written(document, Rulebook::Eclipse, [None, None]),
        r#"{"rules":"eclipse","attacker":" a & name=\u0062 ","defender":"c","seed":7,"setting":{"x":[1e7,0.10]}}"#
    );
}

#[test]
fn overrides_win() {
    let document = r#"{"rules":"eclipse","attacker":"a","defender":"b","seed":1,"engine":null}"#;
    let mut scenario = read_scenario(&Source::new("s", document)).unwrap();
    (scenario.battles, scenario.seed) = (Some(10), Some(2));
    scenario.engine = Some(Engine::Exact);
    let place = Place::whole(&Source::new("--play", "npc"));
    scenario.sides.all_mut()[1].command = Some(Spanned { value: "npc".into(), place });
    assert_eq!(
        scenario.to_json(load(Rulebook::Eclipse2e, &[]).unwrap().lexicon()).unwrap(),
        r#"{"rules":"eclipse-2e","attacker":"a","defender":{"fleet":"b","play":"npc"},"battles":10,"seed":2,"engine":"exact"}"#
    );
}

#[test]
fn a_policy_takes_the_place_of_another() {
    for (rulebook, side, wanted) in [
        (
            Rulebook::Eclipse,
            r#""2 a & play=npc & objective=swing""#,
            r#"{"fleet":"2 a & objective=swing","play":"keep 3"}"#,
        ),
        (
            Rulebook::Eclipse,
            r#"{"groups":[],"play":{"retreat":"never","assign":"npc"}}"#,
            r#"{"groups":[],"play":{"retreat":"never","assign":"keep 3"}}"#,
        ),
        (
            Rulebook::Ti4Space,
            r#"{"fleet":"a & Loss Order=[b,c]","play":{"sustain":"late"}}"#,
            r#"{"fleet":"a","play":{"sustain":"late","loss_order":"keep 3"}}"#,
        ),
        (
            Rulebook::SpaceshipBattles,
            r#"{"fleet":"a & doctrine=hold & aim=hull","play":"close"}"#,
            r#"{"fleet":"a & aim=hull","play":"keep 3"}"#,
        ),
    ] {
        let document = format!(r#"{{"attacker":{side},"defender":"b"}}"#);
        let seen = written(&document, rulebook, [Some("keep 3"), None]);
        let rules = rulebook.name();
        assert_eq!(seen, format!(r#"{{"rules":"{rules}","attacker":{wanted},"defender":"b"}}"#));
    }
}

#[test]
fn parties_and_planets_have_policies() {
    assert_eq!(
        written(r#"{"parties":["a",{"fleet":"b"}]}"#, Rulebook::Eclipse, [None, Some("npc")]),
        r#"{"rules":"eclipse","parties":["a",{"fleet":"b","play":"npc"}]}"#
    );
    assert_eq!(
        written(
            r#"{"attacker":{},"defender":{},"setting":{"planets":[{"name":"x","attacker":"a & play=optimal","defender":"b & play=optimal"}]}}"#,
            Rulebook::Ti4Ground,
            [Some("adaptive"), None]
        ),
        r#"{"rules":"ti4-ground","attacker":{"play":"adaptive"},"defender":{},"setting":{"planets":[{"name":"x","attacker":"a","defender":"b & play=optimal"}]}}"#
    );
}
