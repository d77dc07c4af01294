//! Pictures show the figures of the result, and browsers can show the pictures.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::program::{json, run};

/// Fights with many figures and with few.
const FIGHTS: [&[&str]; 4] = [
    &["3 interceptor", "ancient"],
    &["12 fighter + 2 carrier", "3 cruiser + 2 destroyer", "--rules", "ti4-space"],
    &["2 cruiser", "3 scout", "--rules", "star-chamber"],
    &["4 cruiser + 2 dreadnought", "3 dreadnought", "--engine", "kernel", "--battles", "20k"],
];

/// Returns the texts that follow `before`, each up to a quotation mark.
fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    text.split(before).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Returns all numbers in a JSON text, exactly as written.
fn numbers(text: &str) -> BTreeSet<u64> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
    words.filter_map(|word| word.parse::<f64>().ok()).map(f64::to_bits).collect()
}

/// Returns the SVG, the page and the JSON of a fight.
fn drawn(fight: &[&str], dir: &Path) -> (String, String, String) {
    let (svg, page) = (dir.join("a.svg"), dir.join("a.html"));
    let files = [svg.to_str().unwrap(), page.to_str().unwrap()];
    let more = ["--plot", files[0], "--report", files[1], "--format", "json"];
    let (code, result, _) = run(&[&["fight"], fight, &more].concat());
    assert_eq!(code, 0);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    (read(files[0]), read(files[1]), result)
}

#[test]
fn every_bar_is_a_figure_of_the_result() {
    let dir = tempfile::tempdir().unwrap();
    for fight in FIGHTS {
        let (svg, page, result) = drawn(fight, dir.path());
        let known = numbers(&result);
        for picture in [&svg, &page] {
            let shares = quoted(picture, "data-share=\"");
            assert!(shares.len() > 8, "{fight:?}: {} bars", shares.len());
            for share in shares {
                let is_known = known.contains(&share.parse::<f64>().unwrap().to_bits());
                assert!(is_known, "{fight:?}: {share}");
            }
        }
        assert_eq!(quoted(&svg, "data-share=\""), quoted(&page, "data-share=\""));
        // Survivors and the probabilities of all swings must be included.
        let drawn: BTreeSet<u64> = quoted(&svg, "data-share=\"")
            .into_iter()
            .map(|share| share.parse::<f64>().unwrap().to_bits())
            .collect();
        for list in result.split("\"survivors\":").skip(1) {
            let shares = list.split("\"distribution\": [").nth(1).unwrap();
            let shares = numbers(shares.split(']').next().unwrap());
            assert!(shares.is_subset(&drawn), "{fight:?}");
        }
    }
}

/// The swing of cost is listed value by value, and its mean agrees with the two costs.
#[test]
fn swings_add_up() {
    for fight in FIGHTS {
        let result = json(&[&["fight"], fight, &["--swing", "--format", "json"]].concat());
        for side in result["sides"].as_array().unwrap() {
            let (cost, swing) = (&side["cost"], &side["cost"]["swing"]);
            let of = |field: &str| -> Vec<f64> {
                swing[field].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
            };
            let (values, shares) = (of("values"), of("distribution"));
            assert!(values.is_sorted() && values.len() == shares.len());
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{fight:?}");
            let mean: f64 = values.iter().zip(&shares).map(|(v, p)| v * p).sum();
            let told = cost["destroyed"].as_f64().unwrap() - cost["lost"].as_f64().unwrap();
            assert!((mean - told).abs() < 1e-6, "{fight:?}: {mean} {told}");
            assert!((mean - swing["mean"].as_f64().unwrap()).abs() < 1e-9);
        }
    }
}

#[test]
fn charts_fit_eighty_columns() {
    let (code, text, _) = run(&[&["fight"], FIGHTS[1], &["--chart", "--color", "never"]].concat());
    assert_eq!(code, 0);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for word in ["Odds", "fighter left", "Rounds", "resources destroyed less lost"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_page_stands_alone_and_tells_how_to_get_it_again() {
    let dir = tempfile::tempdir().unwrap();
    let (_, page, result) = drawn(FIGHTS[0], dir.path());
    for word in ["<script", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(word), "{word}");
    }
    for word in ["prefers-color-scheme", "width=device-width", "3 interceptor", "dice: npc"] {
        assert!(page.contains(word), "{word}");
    }
    let code = page.split("fleetodds fight fo1.").nth(1).unwrap();
    let code = format!("fo1.{}", code.split('<').next().unwrap());
    let again = json(&["fight", &code, "--swing", "--format", "json"]);
    assert_eq!(again, serde_json::from_str::<Value>(&result).unwrap());
}

/// Returns a browser of this machine.
fn browser() -> &'static str {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.into_iter().find(is_there).expect("Chromium is installed")
}

/// Returns the document that a browser makes of a page after running its scripts.
fn shown(browser: &str, page: &Path) -> String {
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg("--virtual-time-budget=2000")
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Measures a page or a plot in a frame of this width.
fn measured(browser: &str, dir: &Path, inner: &str, width: u32) -> Value {
    let escaped = inner.replace('&', "&amp;").replace('"', "&quot;");
    let script = "onload=()=>{const d=document.querySelector('iframe').contentDocument;
        const boxes=[...d.querySelectorAll('svg')].map(s=>s.getBoundingClientRect());
        const texts=[...d.querySelectorAll('svg text')].map(t=>t.getBoundingClientRect());
        const wide=[...d.querySelectorAll('.wide')].filter(t=>t.clientWidth>innerWidth);
        document.body.innerHTML='<pre id=told>'+JSON.stringify({
            overflow:d.documentElement.scrollWidth-d.documentElement.clientWidth,
            charts:boxes.length, narrowest:Math.min(...boxes.map(b=>b.width)),
            widest:Math.max(...boxes.map(b=>b.right)), wide:wide.length,
            smallest:Math.min(...texts.map(t=>t.height))})+'</pre>'}";
    let page = format!(
        "<!DOCTYPE html><script>{script}</script><body style='margin:0'>\
         <iframe width={width} height=3000 style='border:0' srcdoc=\"{escaped}\"></iframe>"
    );
    let path = dir.join("frame.html");
    std::fs::write(&path, page).unwrap();
    let dom = shown(browser, &path);
    let told = dom.split("<pre id=\"told\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    serde_json::from_str(told.unwrap_or_else(|| panic!("{dom}"))).unwrap()
}

/// On a desktop and on a phone, nothing is wider than the screen and the text is legible.
#[test]
#[ignore = "needs Chromium"]
fn a_browser_shows_the_page_on_a_desk_and_on_a_phone() {
    let browser = browser();
    let dir = tempfile::tempdir().unwrap();
    for fight in FIGHTS {
        let (svg, page, result) = drawn(fight, dir.path());
        let result: Value = serde_json::from_str(&result).unwrap();
        let groups = |side: &Value| side["survivors"].as_array().unwrap().len();
        let groups: usize = result["sides"].as_array().unwrap().iter().map(groups).sum();
        for width in [1200, 400] {
            let seen = measured(browser, dir.path(), &page, width);
            assert_eq!(seen["overflow"], 0, "{fight:?} {width}: {seen}");
            assert!(seen["charts"].as_u64().unwrap() as usize >= groups + 3, "{seen}");
            assert!(seen["narrowest"].as_f64().unwrap() >= 300.0, "{width}: {seen}");
            assert!(seen["widest"].as_f64().unwrap() <= f64::from(width), "{width}: {seen}");
            assert!(seen["smallest"].as_f64().unwrap() >= 9.0, "{width}: {seen}");
        }
        let plot = svg.split_once("?>").unwrap().1;
        let seen = measured(browser, dir.path(), plot, 1200);
        assert_eq!(seen["charts"], 1, "{seen}");
        assert!(seen["widest"].as_f64().unwrap() <= 1200.0, "{seen}");
    }
}
