//! Unpacks the archive of a release into an empty folder, and uses all that it holds.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a command in a folder, where it must succeed, and returns what it prints.
fn run(folder: &Path, program: impl AsRef<Path>, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = Command::new(program.as_ref())
        .args(arguments)
        .current_dir(folder)
        .env("FLEETODDS_CONFIG", folder.join("settings"))
        .output()
        .unwrap();
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The test builds the package without optimisation. `dist` differs from it in nothing that is tested.
#[test]
#[ignore = "needs node and the page, and builds the program with all features"]
fn a_package_works_in_an_empty_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let build = Command::new(root.join(".ci/package")).env("FLEETODDS_PROFILE", "dev").output();
    let Output { status, stdout, stderr } = build.unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let archive = root.join(String::from_utf8(stdout).unwrap().trim());
    let [name, sum] = ["", ".sha256"].map(|end| {
        let name = archive.file_name().unwrap().to_str().unwrap();
        format!("{name}{end}")
    });
    let empty = tempfile::tempdir().unwrap();
    let here = empty.path();
    for name in [&name, &sum] {
        fs::copy(archive.with_file_name(name), here.join(name)).unwrap();
    }
    run(here, "sha256sum", &["--check", "--strict", &sum]);
    run(here, "tar", &["-xzf", &name]);
    let folder = here.join(name.strip_suffix(".tar.gz").unwrap());
    let program = folder.join("fleetodds");
    let has = |file: &str, text: &str| {
        let content = fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(String::from_utf8_lossy(&content).contains(text), "{file} lacks `{text}`");
    };

    let version = run(here, &program, &["--version"]);
    assert!(version.contains("+live, +page, +png"), "{version}");
    let odds = run(here, &program, &["3", "int", "vs", "ancient"]);
    assert!(odds.contains("attacker wins   46.52 %"), "{odds}");
    run(here, &program, &["3", "int", "vs", "ancient", "--plot", "odds.png"]);
    assert!(fs::read(here.join("odds.png")).unwrap().starts_with(b"\x89PNG"));
    let live = run(here, &program, &["live", "--plain", "3", "int", "vs", "ancient"]);
    assert!(live.contains("46.52 %"), "{live}");

    run(here, &program, &["page"]);
    let pages = ["fleetodds.html", "again.html"];
    run(here, &program, &["page", pages[1]]);
    run(here, &program, &["page", "--force", pages[1]]);
    let written = pages.map(|page| fs::read(here.join(page)).unwrap());
    assert!(written[0] == written[1] && written[0] == fs::read(folder.join(pages[0])).unwrap());
    fs::write(here.join("notes.html"), "my notes").unwrap();
    let refused = Command::new(&program).args(["page", "notes.html"]).current_dir(here).output();
    assert_eq!(refused.unwrap().status.code(), Some(2));
    assert_eq!(fs::read(here.join("notes.html")).unwrap(), b"my notes");

    for command in ["", "-fight", "-page", "-serve"] {
        has(&format!("man/fleetodds{command}.1"), ".SH SYNOPSIS");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        has(&format!("completions/fleetodds.{shell}"), "fleetodds");
    }
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let script = "source fleetodds.bash && complete -p fleetodds";
    let loaded = Command::new("bash")
        .args(["-c", script])
        .current_dir(folder.join("completions"))
        .env("PATH", path)
        .status();
    assert!(loaded.unwrap().success(), "bash takes the completions");
    has("LICENCES.txt", "\nclap 4");
    has("LICENSE-MIT", "Permission is hereby granted");
    has("README.md", "docs/page.md");
    has("docs/page.md", "# The page");
}
