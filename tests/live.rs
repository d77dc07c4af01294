//! `fleetodds live` in a real terminal, which tmux provides:
//! `cargo test --features live --test live -- --ignored`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;
use std::time::{Duration, Instant};

/// Longest time to wait for something on the screen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A shell in a terminal of its own, on a server of its own.
struct Session {
    server: String,
}

impl Session {
    fn open(name: &str, width: u32, height: u32) -> Self {
        let session = Self { server: format!("fleetodds-{name}-{}", std::process::id()) };
        let size = [width.to_string(), height.to_string()];
        session.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &size[0],
            "-y",
            &size[1],
            "sh",
        ]);
        session.type_in("PS1='ready> '; clear");
        session.wait("ready>");
        session
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("tmux");
        let output = command.args(["-L", &self.server]).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Types a line.
    fn type_in(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.tmux(&["send-keys", "Enter"]);
    }

    /// Starts the calculator.
    fn start(&self, arguments: &str) {
        let program = env!("CARGO_BIN_EXE_fleetodds");
        self.type_in(&format!("FLEETODDS_CONFIG=/no/settings {program} live {arguments}"));
    }

    fn keys(&self, keys: &[&str]) {
        keys.iter().for_each(|key| drop(self.tmux(&["send-keys", key])));
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows some words.
    #[track_caller]
    fn wait(&self, words: &str) {
        let started = Instant::now();
        while !self.screen().contains(words) {
            assert!(started.elapsed() < PATIENCE, "`{words}` is missing:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Checks that the terminal is as it was: the shell's own screen, a cursor, and an echo.
    #[track_caller]
    fn is_restored(&self) {
        self.wait("ready>");
        assert!(!self.screen().contains("fleetodds live  "), "{}", self.screen());
        let state = ["display-message", "-p", "#{alternate_on} #{cursor_flag}"];
        assert_eq!(self.tmux(&state).trim(), "0 1");
        self.type_in("echo seen; stty -a");
        self.wait("seen");
        self.wait(" icanon");
        self.wait(" echo ");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.server, "kill-server"]).output();
    }
}

#[test]
#[ignore = "needs tmux: cargo test --features live --test live -- --ignored"]
fn a_terminal_shows_the_odds_and_is_restored() {
    let session = Session::open("play", 80, 24);
    session.start("3 int vs ancient");
    session.wait("46.52 %");
    session.keys(&["+"]);
    session.wait("70.91 %");
    session.keys(&["Tab", "Enter", " ", "+", " ", "g", "c"]);
    session.wait("Tab: ");
    session.keys(&["d", "s", "Enter"]);
    session.wait("gcds  4y");
    session.tmux(&["resize-window", "-x", "60", "-y", "20"]);
    session.wait(" 1 Odds  2  3  4  5");
    session.tmux(&["resize-window", "-x", "120", "-y", "40"]);
    session.wait("5 What helps");
    session.keys(&["q"]);
    session.is_restored();
}

#[test]
#[ignore = "needs tmux: cargo test --features live --test live -- --ignored"]
fn a_terminal_is_restored_after_signals() {
    for (signal, code) in [("TERM", "code 143"), ("HUP", "code 129"), ("INT", "")] {
        let session = Session::open(&signal.to_lowercase(), 80, 24);
        let fleet = "\"8 interceptor + 4 cruiser + 2 dreadnought\"";
        session.start(&format!("{fleet} {fleet}; echo code $?"));
        session.wait("Attacker");
        let shell = session.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let children = Command::new("pgrep").args(["-P", shell.trim()]).output().unwrap();
        let program = String::from_utf8(children.stdout).unwrap();
        let kill = Command::new("kill").args([&format!("-{signal}"), program.trim()]).output();
        assert!(kill.unwrap().status.success(), "{program}");
        // After SIGINT, a shell leaves out the rest of its line.
        session.wait(code);
        session.is_restored();
    }
}
