//! The native half of the Python package: it asks the library, and returns JSON or rows. What
//! users see is in `fleetodds/__init__.py`.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use fleetodds::internals::report::{Report, TableOptions, json_line};
use fleetodds::internals::scenario::{MAX_BATTLES, Place, Source, parse_engine, parse_rulebook};
use fleetodds::results::{RankedCandidate, Summary, Trial, Tried};
use fleetodds::{Budget, Diagnostic, Engine, Error, Fight, NoAnswer, Rulebook};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value};

/// Time between two looks at the signals of the process.
const LOOK: Duration = Duration::from_millis(50);

/// Options of a question.
#[derive(FromPyObject, Clone)]
struct Options {
    #[pyo3(item)]
    rules: Option<String>,
    #[pyo3(item)]
    engine: Option<String>,
    #[pyo3(item)]
    battles: Option<u64>,
    #[pyo3(item)]
    seed: Option<u64>,
    #[pyo3(item)]
    budget: Option<String>,
    #[pyo3(item)]
    precision: Option<f64>,
    #[pyo3(item)]
    any_blueprint: bool,
    #[pyo3(item)]
    threads: Option<usize>,
}

/// Options whose values are right.
#[derive(Clone)]
struct Settings {
    rules: Option<Rulebook>,
    engine: Option<Engine>,
    battles: Option<u64>,
    seed: Option<u64>,
    budget: Budget,
    precision: Option<f64>,
    any_blueprint: bool,
    threads: Option<NonZeroUsize>,
}

impl Options {
    fn read(&self) -> Result<Settings, Failure> {
        let wrong = |message: String| Err(Failure::Value(message));
        if self.battles.is_some_and(|battles| !(1..=MAX_BATTLES).contains(&battles)) {
            return wrong(format!("battles must be from 1 to {MAX_BATTLES}"));
        }
        if self.precision.is_some_and(|precision| !(1e-6..=0.5).contains(&precision)) {
            return wrong("precision must be from 0.000001 to 0.5: 0.001 is 0.1 %".into());
        }
        let budget = self.budget.as_ref().map(|typed| {
            let wrong = || Failure::Value(format!("budget `{typed}`: expected a time, like `2s`"));
            Budget::parse(typed).ok_or_else(wrong)
        });
        let threads = self.threads.map(|threads| {
            let wrong = || Failure::Value("threads must be at least 1".into());
            NonZeroUsize::new(threads).ok_or_else(wrong)
        });
        let engine = self.engine.as_deref();
        let engine =
            engine.map(|name| parse_engine(&Place::whole(&Source::new("engine", name)), name));
        Ok(Settings {
            rules: self.rules.as_deref().map(rulebook).transpose()?,
            engine: engine.transpose()?,
            battles: self.battles,
            seed: self.seed,
            budget: budget.transpose()?.unwrap_or_default(),
            precision: self.precision,
            any_blueprint: self.any_blueprint,
            threads: threads.transpose()?,
        })
    }
}

/// Returns the rulebook with a name that players use.
fn rulebook(name: &str) -> Result<Rulebook, Diagnostic> {
    let place = Place::whole(&Source::new("rules", name));
    Rulebook::typed(name).map_or_else(|| parse_rulebook(&place, name), Ok)
}

/// Two fleets, or a whole question: a sentence, a scenario in JSON, a code or a link; and the
/// rulebook that wins over that of the options.
#[derive(FromPyObject, Clone)]
struct Asked(String, Option<String>, Option<String>);

impl Asked {
    /// Reads the fight. The flag stops it.
    fn read(&self, settings: &Settings, stop: &Arc<AtomicBool>) -> Result<Fight, Failure> {
        let Self(first, second, rules) = self;
        let fight = match second {
            Some(second) => Fight::new(first, second)?,
            None => Fight::ask(first)?,
        };
        let mut fight = fight.budget(settings.budget).stop_with(Arc::clone(stop));
        if let Some(rules) = rules.as_deref().map(rulebook).transpose()?.or(settings.rules) {
            fight = fight.rules(rules);
        }
        if let Some(engine) = settings.engine {
            fight = fight.engine(engine);
        }
        if let Some(battles) = settings.battles {
            fight = fight.battles(battles);
        }
        if let Some(seed) = settings.seed {
            fight = fight.seed(seed);
        }
        if let Some(precision) = settings.precision {
            fight = fight.precision(precision);
        }
        if let Some(threads) = settings.threads {
            fight = fight.threads(threads);
        }
        Ok(if settings.any_blueprint { fight.any_blueprint() } else { fight })
    }
}

/// A reason for a missing result.
enum Failure {
    /// The fight is wrong, or has no answer.
    Fight(Error),
    /// The value of an option is wrong.
    Value(String),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Fight(error.into())
    }
}

impl Failure {
    /// Returns the exception, of a class of the package.
    fn exception(self, py: Python<'_>) -> PyErr {
        let error = match self {
            Self::Value(message) => return PyValueError::new_err(message),
            Self::Fight(Error::NoAnswer(NoAnswer::Stopped)) => {
                return PyKeyboardInterrupt::new_err(());
            }
            Self::Fight(error) => error,
        };
        let class = if matches!(error, Error::Input(_)) { "InputError" } else { "NoAnswer" };
        let diagnostic = match &error {
            Error::Input(diagnostic) | Error::NoAnswer(NoAnswer::Record(diagnostic)) => {
                Some(&**diagnostic)
            }
            _ => None,
        };
        let text = error.to_string();
        let text = text.trim_end();
        let message = diagnostic.map_or(text, |diagnostic| diagnostic.message.as_str());
        let (place, help) =
            (diagnostic.and_then(place), diagnostic.and_then(|d| d.help.as_deref()));
        let raised = py
            .import("fleetodds")
            .and_then(|package| package.getattr(class)?.call1((text, message, place, help)));
        raised.map_or_else(|error| error, PyErr::from_value)
    }
}

/// Returns the name of the text that an error is about, the text, and the range in characters.
fn place(diagnostic: &Diagnostic) -> Option<(String, String, usize, usize)> {
    let place = diagnostic.place.as_ref()?;
    let text = &place.source.text;
    let characters = |end: usize| text.get(..end).map_or(0, |before| before.chars().count());
    let [start, end] = [place.range.start, place.range.end].map(characters);
    Some((place.source.name.clone(), text.clone(), start, end))
}

/// Does work without the lock of the interpreter. Ctrl-C, and whatever else a signal raises, stops
/// it.
fn apart<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (send, mut done) = mpsc::channel();
    let result = thread::scope(|scope| {
        let flag = Arc::clone(&stop);
        // The receiver lives longer than the thread.
        scope.spawn(move || drop(send.send(work(&flag))));
        loop {
            let done = &mut done;
            match py.detach(move || done.recv_timeout(LOOK)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = py.check_signals() {
                        stop.store(true, Ordering::Relaxed);
                        return Err(raised);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a bug of fleetodds: the work has failed"));
                }
            }
        }
    });
    result?.map_err(|failure| failure.exception(py))
}

/// A result, with its texts.
#[pyclass(frozen, module = "fleetodds._native")]
struct Answer(Summary);

#[pymethods]
impl Answer {
    /// Returns the result as JSON in one line.
    fn json(&self) -> String {
        json_line(&self.0)
    }

    /// Returns the report for a terminal of this width.
    fn table(&self, width: usize, full: bool) -> String {
        self.0.table(TableOptions { width, full })
    }

    /// Returns the report in Markdown.
    fn markdown(&self) -> String {
        self.0.markdown()
    }

    /// Returns the charts as an SVG image.
    fn svg(&self) -> String {
        self.0.svg()
    }
}

/// Figures of a side in one row: values with the ends of their intervals.
fn row(trial: &Trial, battles: u64) -> Map<String, Value> {
    let mut row = Map::new();
    for (name, figure) in [("win", trial.win), ("swing", trial.swing)] {
        row.insert(name.into(), figure.value.into());
        row.insert(format!("{name}_low"), figure.low.into());
        row.insert(format!("{name}_high"), figure.high.into());
    }
    row.insert("battles".into(), battles.into());
    row
}

/// Returns the rows of ranked fleets as JSON, the best first.
fn ranking(ranked: &[RankedCandidate]) -> String {
    let row = |candidate: &RankedCandidate| {
        let mut of_fleet = Map::new();
        of_fleet.insert("fleet".into(), candidate.fleet.as_str().into());
        of_fleet.insert("cost".into(), candidate.cost.into());
        of_fleet.extend(row(&candidate.total, candidate.battles));
        of_fleet
    };
    Value::from_iter(ranked.iter().map(row)).to_string()
}

/// Returns the rows of a sweep as JSON, each with its values under these names.
fn swept(tried: &[Tried], names: &[String]) -> String {
    let row = |tried: &Tried| {
        let values =
            names.iter().cloned().zip(tried.what.iter().map(|value| value.as_str().into()));
        let mut of_values: Map<String, Value> = values.collect();
        of_values.extend(row(&tried.trial, tried.battles));
        of_values
    };
    Value::from_iter(tried.iter().map(row)).to_string()
}

/// The library for Python.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::Answer;
    use super::*;

    /// Answers a fight.
    #[pyfunction]
    fn fight(py: Python<'_>, asked: Asked, options: Options) -> PyResult<Answer> {
        apart(py, move |stop| Ok(Answer(asked.read(&options.read()?, stop)?.run()?)))
    }

    /// Answers several fights. Each has a result or an exception.
    #[pyfunction]
    fn batch(py: Python<'_>, asked: Vec<Asked>, options: Options) -> PyResult<Vec<Py<PyAny>>> {
        let answers = apart(py, move |stop| {
            let settings = options.read()?;
            let fights: Vec<_> = asked.iter().map(|asked| asked.read(&settings, stop)).collect();
            let ready: Vec<Fight> = fights.iter().flatten().cloned().collect();
            let mut answers = Fight::run_all(&ready)?.into_iter();
            let mut answer = |fight: Result<Fight, Failure>| match fight {
                Ok(_) => answers.next().map(|answer| Ok(answer?)),
                Err(failure) => Some(Err(failure)),
            };
            Ok(fights.into_iter().filter_map(&mut answer).collect::<Vec<_>>())
        })?;
        let object = |answer: Result<Summary, Failure>| match answer {
            Ok(summary) => Ok(Py::new(py, Answer(summary))?.into_any()),
            Err(failure) => Ok(failure.exception(py).into_value(py).into_any()),
        };
        answers.into_iter().map(object).collect()
    }

    /// Ranks fleets in the place of one side.
    #[pyfunction]
    fn rank(
        py: Python<'_>,
        asked: Asked,
        side: usize,
        fleets: Vec<String>,
        options: Options,
    ) -> PyResult<String> {
        apart(py, move |stop| {
            let fleets: Vec<&str> = fleets.iter().map(String::as_str).collect();
            Ok(ranking(&asked.read(&options.read()?, stop)?.rank(side, &fleets)?))
        })
    }

    /// Returns the odds of one side for each value of each variation.
    #[pyfunction]
    fn sweep(
        py: Python<'_>,
        asked: Asked,
        side: usize,
        vary: Vec<String>,
        options: Options,
    ) -> PyResult<String> {
        apart(py, move |stop| {
            let vary: Vec<&str> = vary.iter().map(String::as_str).collect();
            let tried = asked.read(&options.read()?, stop)?.sweep(side, &vary)?;
            let name = |vary: &&str| vary.split('=').next().unwrap_or_default().trim().to_string();
            Ok(swept(&tried, &vary.iter().map(name).collect::<Vec<_>>()))
        })
    }

    /// Returns the odds of one side after each single change.
    #[pyfunction]
    fn improve(py: Python<'_>, asked: Asked, side: usize, options: Options) -> PyResult<String> {
        apart(py, move |stop| {
            let tried = asked.read(&options.read()?, stop)?.improve(side)?;
            Ok(swept(&tried, &["change".into()]))
        })
    }

    /// Finds the best blueprints of a class with these parts.
    #[pyfunction]
    fn blueprints(
        py: Python<'_>,
        asked: Asked,
        side: usize,
        class: String,
        parts: String,
        options: Options,
    ) -> PyResult<String> {
        apart(py, move |stop| {
            Ok(ranking(&asked.read(&options.read()?, stop)?.blueprints(side, &class, &parts)?))
        })
    }

    /// Finds the best fleets of these ships for a price.
    #[pyfunction]
    fn fleets(
        py: Python<'_>,
        asked: Asked,
        side: usize,
        ships: String,
        cost: f64,
        options: Options,
    ) -> PyResult<String> {
        apart(py, move |stop| {
            Ok(ranking(&asked.read(&options.read()?, stop)?.fleets(side, &ships, cost)?))
        })
    }
}
