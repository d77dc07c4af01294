//! `fleetodds serve`: the page on this computer, whose requests the program answers itself.
//!
//! ```text
//! http         requests and answers on a connection, within limits
//! site         the page, and who may ask
//! calculators  the threads that answer
//! ```

mod calculators;
mod http;
mod site;

use std::collections::HashMap;
use std::io::{self, ErrorKind, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anstyle::AnsiColor;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use self::calculators::Calculators;
use self::http::{Answer, Connection, NoRequest};
use self::site::{Site, Wanted};
use crate::cli::args::{FightSourceArgs, PageArgs, QuestionArgs};
use crate::cli::failure::{Failure, cannot, warn};
use crate::cli::given::AskedFight;
use crate::cli::options::QuestionOptions;
use crate::cli::output::Target;
use crate::cli::{saved_ships, stream};
use fleetodds::internals::scenario::Rulebook;

/// Port that is tried first, so that the page finds the fleets that it has saved before.
const PORT: u16 = 7327;

/// Port that addresses need not name.
const HTTP: u16 = 80;

/// Connections at a time, of all clients and of one.
const MOST: [usize; 2] = [256, 64];

/// Stack of the thread of a connection, which only reads and writes.
const STACK: usize = 256 << 10;

/// Time until a connection is accepted after one could not be.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &PageArgs, opens: bool) -> Result<u8, Failure> {
    let code = code(args)?;
    let (listener, is_other) = listen(args)?;
    let port = listener.local_addr().map_err(cannot("find the port"))?.port();
    // Browsers leave out the port of HTTP.
    let at = |host: String| if port == HTTP { host } else { format!("{host}:{port}") };
    let mut hosts = ["127.0.0.1", "localhost"].map(|host| at(host.into())).to_vec();
    let path = if args.lan { format!("/{}/", token()?) } else { "/".into() };
    if args.lan {
        hosts.insert(0, at(own_address()?.to_string()));
    }
    let site = Site { path, hosts };
    let fragment = code.map(|code| format!("#{code}")).unwrap_or_default();
    let address = site.address(&site.hosts[0]) + &fragment;
    let calculators = Calculators::start(&args.own).map_err(cannot("start threads"))?;
    if let Some(folder) = &args.own.ships {
        let wrong = Rulebook::ALL.iter().filter_map(|of| saved_ships::read(folder, *of).err());
        wrong.for_each(|wrong| {
            warn(&format!("{}; its saved ships are left out", wrong.message()), args.color);
        });
    }
    if is_other {
        let message = format!(
            "port {PORT} is in use: fleets that the page has saved at 127.0.0.1:{PORT} are not at this address"
        );
        warn(&message, args.color);
    }
    Target::Stdout(args.color).write_for_people(&greeting(&address, args.lan))?;
    if opens {
        let here = site.address(&at("127.0.0.1".into())) + &fragment;
        if open::that_detached(&here).is_err() {
            warn("no browser can be started: open the address yourself", args.color);
        }
    }
    serve(&listener, &Arc::new(site), &calculators)
}

/// Returns the code of the fight that the page begins with.
fn code(args: &PageArgs) -> Result<Option<String>, Failure> {
    if args.words.is_empty() {
        return Ok(None);
    }
    let (rules, own) = (args.rules.clone(), args.own.clone());
    let options = QuestionOptions::read(&QuestionArgs { rules, own, ..QuestionArgs::default() })?;
    let words = args.words.clone();
    let given = FightSourceArgs {
        words,
        scenario: None,
        from_link: None,
        against_mix: None,
        swap: false,
        defend: false,
    };
    let asked = AskedFight::read(&given, &options)?;
    // This checks the fleets.
    asked.question()?;
    asked.left_out.iter().for_each(|message| warn(message, args.color));
    asked.code().map(Some)
}

/// Listens on the port, and returns whether it is another one than usual. Where the usual one is in
/// use, it is any that is free.
fn listen(args: &PageArgs) -> Result<(TcpListener, bool), Failure> {
    let ip = if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let bind = |port: u16| TcpListener::bind(SocketAddr::from((ip, port)));
    let at = |port: u16| move |error| Failure::Io(format!("cannot listen on port {port}"), error);
    match args.port {
        Some(port) => bind(port).map(|listener| (listener, false)).map_err(at(port)),
        None => match bind(PORT) {
            Ok(listener) => Ok((listener, false)),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                bind(0).map(|listener| (listener, true)).map_err(at(0))
            }
            Err(error) => Err(at(PORT)(error)),
        },
    }
}

/// Returns the address of this computer in its network. Connecting a socket for datagrams sends
/// nothing: the system only chooses the address to send from.
fn own_address() -> Result<IpAddr, Failure> {
    let find = || -> io::Result<IpAddr> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        Ok(socket.local_addr()?.ip())
    };
    find().map_err(cannot("find this computer's address: --lan needs a network"))
}

/// Returns a random text that cannot be guessed.
fn token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| cannot("find random bytes")(error.into()))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Returns what is printed at the start. A network gets a code for the cameras of phones.
fn greeting(address: &str, is_lan: bool) -> String {
    let mut text = format!("The page is at {address}\n");
    if is_lan {
        text += "Whoever has this address can use it, until Ctrl-C ends it.\n";
        let code = QrCode::new(address).ok().filter(|_| io::stdout().is_terminal());
        if let Some(code) = code.filter(|_| !stream::is_ascii_wanted(true)) {
            // Cameras expect dark on light, whatever the colours of the terminal.
            let style = AnsiColor::Black.on(AnsiColor::BrightWhite);
            let drawn = code.render::<Dense1x2>().quiet_zone(true).build();
            text += "\n";
            drawn.lines().for_each(|line| text += &format!("{style}{line}{style:#}\n"));
        }
    } else {
        text += "Ctrl-C ends it. For phones in the same network: fleetodds serve --lan\n";
    }
    text
}

/// Accepts connections, each on a thread of its own, until the program is ended.
fn serve(listener: &TcpListener, site: &Arc<Site>, calculators: &Calculators) -> ! {
    let connections = Arc::new(Connections::default());
    loop {
        let Ok((stream, from)) = listener.accept() else {
            // Too many files are open, or the client is gone already.
            thread::sleep(PAUSE);
            continue;
        };
        let place = Connections::place(&connections, from.ip());
        let (site, calculators) = (Arc::clone(site), calculators.clone());
        let talk = move || {
            let mut connection = Connection::new(stream);
            match place {
                Some(_place) => converse(&mut connection, &site, &calculators),
                None => connection.refuse(503),
            }
        };
        // Without a thread, the connection is closed.
        let _ = thread::Builder::new().stack_size(STACK).spawn(talk);
    }
}

/// Answers the requests of a connection.
fn converse(connection: &mut Connection, site: &Site, calculators: &Calculators) {
    loop {
        let request = match connection.next() {
            Ok(request) => request,
            Err(NoRequest::Gone) => return,
            Err(NoRequest::Refused(status)) => return connection.refuse(status),
        };
        let keeps = request.keeps;
        let answer = match site.wanted(request) {
            Wanted::Answer(answer) => answer,
            Wanted::Ask(asked) => {
                let Some(body) = calculators.ask(asked, &|| connection.is_gone()) else { return };
                let content_type = "application/json";
                Answer { status: 200, content_type, body: body.into_bytes() }
            }
        };
        if connection.write(&answer, keeps).is_err() || !keeps {
            return;
        }
    }
}

/// Numbers of open connections, by client.
#[derive(Default)]
struct Connections(Mutex<HashMap<IpAddr, usize>>);

impl Connections {
    /// Returns a place for a connection, if there is one.
    fn place(all: &Arc<Self>, client: IpAddr) -> Option<Place> {
        let mut open = all.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [most, most_of_one] = MOST;
        if open.values().sum::<usize>() >= most {
            return None;
        }
        let own = open.entry(client).or_default();
        if *own >= most_of_one {
            return None;
        }
        *own += 1;
        Some(Place { all: Arc::clone(all), client })
    }
}

/// The place of a connection, which its end makes free.
struct Place {
    all: Arc<Connections>,
    client: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.client);
            }
        }
    }
}
