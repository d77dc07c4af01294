//! The terminal: its set-up, its events, and its restoration at every end of the program.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste, read};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::cli::args::Colour;
use crate::cli::failure::{self, Failure, cannot};
use crate::cli::live::app::{App, Effect};
use crate::cli::live::view::{self, Colours, Finish};
use crate::cli::live::worker::Event;
use crate::cli::stream;

/// Time between two drawings while an answer is being found.
const TICK: Duration = Duration::from_millis(120);

/// The screen of the terminal, which is restored when this is dropped.
struct Screen(Terminal<CrosstermBackend<io::Stdout>>);

impl Screen {
    fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        Ok(Self(Terminal::new(CrosstermBackend::new(io::stdout()))?))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. A terminal that is gone needs no restoration, so errors are ignored.
fn restore() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}

/// Restores the terminal before the message of a panic, which ends the program.
fn restore_after_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        report(panic);
    }));
}

/// Shows the fight until the user quits, and returns the exit code.
pub(crate) fn run(
    start: impl FnOnce() -> Result<App, Failure>,
    (events, happened): (Sender<Event>, Receiver<Event>),
    colour: Colour,
) -> Result<u8, Failure> {
    let cannot = cannot("use the terminal");
    let mut app = start()?;
    restore_after_panics();
    let mut screen = Screen::open().map_err(cannot)?;
    listen(events).map_err(cannot)?;
    let finish = finish(colour);
    loop {
        screen.0.draw(|frame| view::draw(frame, &app, finish)).map_err(cannot)?;
        let Some(signal) = wait(&mut app, &happened) else { continue };
        drop(screen);
        return Ok(end(signal));
    }
}

/// Waits for something to happen, and reacts to all that has. Returns the signal that ends the
/// program, or 0 if the user does.
fn wait(app: &mut App, happened: &Receiver<Event>) -> Option<i32> {
    let first = if app.is_waiting() {
        match happened.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) => return None,
            found => found.ok(),
        }
    } else {
        happened.recv().ok()
    };
    let Some(first) = first else { return Some(0) };
    for event in std::iter::once(first).chain(happened.try_iter()) {
        if let Event::Signal(signal) = event {
            return Some(signal);
        }
        app.on(event);
        for effect in app.effects.drain(..) {
            match effect {
                Effect::Quit => return Some(0),
                Effect::Copy(text) => copy(&text),
            }
        }
    }
    None
}

/// Ends the program as the signal would have ended it.
fn end(signal: i32) -> u8 {
    #[cfg(unix)]
    if signal != 0 {
        // The default action of these signals ends the process.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    if signal == 0 { failure::DONE } else { failure::INTERRUPTED }
}

/// Asks the terminal to put a text on the clipboard (OSC 52). Terminals that cannot ignore it.
fn copy(text: &str) {
    let mut out = io::stdout();
    let _ = write!(out, "\x1b]52;c;{}\x07", STANDARD.encode(text)).and_then(|()| out.flush());
}

/// Starts the threads that wait for keys and signals.
fn listen(events: Sender<Event>) -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let events = events.clone();
        thread::Builder::new().name("signals".into()).spawn(move || {
            for signal in signals.forever() {
                if events.send(Event::Signal(signal)).is_err() {
                    return;
                }
            }
        })?;
    }
    thread::Builder::new().name("keys".into()).spawn(move || {
        loop {
            let event = read().map_or(Event::Closed, Event::Terminal);
            let is_closed = matches!(event, Event::Closed);
            if events.send(event).is_err() || is_closed {
                return;
            }
        }
    })?;
    Ok(())
}

fn finish(colour: Colour) -> Finish {
    let term = |name: &str| std::env::var(name).unwrap_or_default();
    let has_many = !term("COLORTERM").is_empty() || term("TERM").contains("256");
    let is_wanted = match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    let colours = match (is_wanted, has_many) {
        (false, _) => Colours::None,
        (true, false) => Colours::Few,
        (true, true) => Colours::Many,
    };
    Finish { colours, ascii: stream::is_ascii_wanted(io::stdout().is_terminal()) }
}
