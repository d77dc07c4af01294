//! Fights that players have asked about in public, with their odds. Each case of
//! `golden/public_cases.json` has a number, its source and figures of the result; the figures come
//! from arithmetic, from independent solvers, or from the source.

use serde_json::Value;

use crate::support::program::{file, json};

const CASES: &str = include_str!("../golden/public_cases.json");

/// Largest difference from a figure with six decimals.
const ROUNDED: f64 = 6e-7;

fn cases() -> Vec<Value> {
    serde_json::from_str(CASES).unwrap()
}

#[track_caller]
fn check(id: &str) {
    let case = cases().into_iter().find(|case| case["id"] == id.to_uppercase()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let scenario = file(dir.path(), "s.json", case["scenario"].to_string());
    let typed: Vec<&str> = match case["args"].as_array() {
        Some(args) => args.iter().map(|arg| arg.as_str().unwrap()).collect(),
        None => vec!["fight", "--scenario", &scenario],
    };
    let result = json(&[&typed[..], &["--battles=1k", "--format=json"]].concat());
    let tolerance = case["tolerance"].as_f64().unwrap_or(ROUNDED);
    for (figure, wanted) in case["figures"].as_object().unwrap() {
        let found = result.pointer(figure).and_then(Value::as_f64);
        let is_right = found.is_some_and(|f| (f - wanted.as_f64().unwrap()).abs() < tolerance);
        let source = &case["source"];
        assert!(is_right, "{id} {figure}: {found:?} instead of {wanted} ({source})");
    }
}

/// Makes a test of each case.
macro_rules! tests {
    ($($id:ident)*) => {
        $(#[test]
        fn $id() {
            check(stringify!($id));
        })*

        #[test]
        fn every_public_case_is_a_test() {
            let tests = [$(stringify!($id)),*];
            let ids: Vec<String> = cases().iter().map(|case| case["id"].to_string()).collect();
            let wanted: Vec<String> = tests.iter().map(|id| format!("\"{}\"", id.to_uppercase())).collect();
            assert_eq!(ids, wanted);
        }
    };
}

tests! {
    p001 p002 p004 p005 p007 p008 p010 p011 p013 p014 p016 p017 p018 p019 p020 p021 p022
    p025 p026 p028 p029 p031 p032 p035 p037 p038 p040 p041 p042 p043 p044 p046 p047 p049
    p050 p052 p053 p055 p056 p058 p059 p061 p062 p064 p070 p071 p073 p074 p079 p080 p082
    p083 p086 p088 p089 p091 p092 p094 p097 p098 p100 p101 p103 p104
}
