//! `fleetodds serve`: the page, its requests, and what strangers and broken clients get.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::program::{NO_SETTINGS, VARIABLES, file, fleetodds, refuses};
use crate::support::random::Random;

/// The program, serving. It ends with the test.
pub(crate) struct Server {
    child: Child,
    /// Address of the page.
    pub(crate) address: String,
    /// Host and port that connections go to.
    at: String,
    /// Path of the page.
    path: String,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::with_settings(arguments, NO_SETTINGS.1)
    }

    fn with_settings(arguments: &[&str], settings: &str) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("fleetodds"));
        VARIABLES.iter().for_each(|variable| _ = command.env_remove(variable));
        command.env(NO_SETTINGS.0, settings).args(["serve", "--port", "0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The page is at ").unwrap().to_string();
        let (at, rest) = address["http://".len()..].split_once('/').unwrap();
        let (at, path) = (at.to_string(), format!("/{}", rest.split('#').next().unwrap()));
        Self { child, address, at, path }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends bytes on a connection of their own, and returns all that comes back.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that has refused may have closed the connection.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request with these headers, each with its line end.
    fn ask_with(&self, line: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        let head = format!(
            "{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        self.send(&[head.as_bytes(), body.as_bytes()].concat())
    }

    /// Asks as the page does, and returns the answer.
    fn ask(&self, request: &Value) -> Value {
        serde_json::from_str(&self.answer(&request.to_string())).unwrap()
    }

    /// Asks as the page does, and returns the bytes of the answer.
    pub(crate) fn answer(&self, request: &str) -> String {
        let headers = format!("Host: {}\r\nContent-Type: application/json\r\n", self.at);
        let answer = self.ask_with(&format!("POST {}ask", self.path), &headers, request);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        body.to_string()
    }

    fn is_well(&self) {
        let odds = self.ask(&odds("3 interceptor", "ancient"));
        assert_eq!(odds["shown"]["headline"], "You win 47 in 100");
    }

    /// Memory that the program has at present, in KiB.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn odds(attacker: &str, defender: &str) -> Value {
    json!({"ask": "odds", "fight": {"rules": "eclipse", "fleets": [attacker, defender]}})
}

fn status(answer: &str) -> u16 {
    answer.get(9..12).and_then(|code| code.parse().ok()).unwrap_or(0)
}

#[test]
fn the_page_and_its_requests_are_answered() {
    let server = Server::start(&[]);
    assert_eq!(server.address, format!("http://{}/", server.at));
    assert!(server.at.starts_with("127.0.0.1:"));
    let page = server.ask_with("GET /", &format!("Host: {}\r\n", server.at), "");
    assert!(page.contains("<title>fleetodds</title>"));
    server.is_well();
    let wrong = server.ask(&json!({"ask": "nothing"}));
    assert!(wrong["problem"].as_str().unwrap().contains("nothing"), "{wrong}");
}

#[test]
fn a_connection_takes_several_requests() {
    let server = Server::start(&[]);
    let body = odds("3 interceptor", "ancient").to_string();
    let request = format!(
        "POST /ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.at,
        body.len()
    );
    let last = request.replacen("\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1);
    let answers = server.send(format!("{request}{request}{last}").as_bytes());
    assert_eq!(answers.matches("You win 47 in 100").count(), 3, "{answers}");
}

#[test]
fn the_fight_and_the_settings_of_the_program_are_on_the_page() {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().to_str().unwrap();
    file(dir.path(), "config.toml", "rules = \"eclipse-2e\"\n");
    let mut save = fleetodds();
    save.env(NO_SETTINGS.0, settings);
    save.args(["fleets", "save", "brick", "cruiser(+hull)"]).assert().success();
    let server = Server::with_settings(&["2 brick", "vs", "ancient"], settings);
    let (_, code) = server.address.split_once('#').unwrap();
    let games = server.ask(&json!({"ask": "games"}));
    assert_eq!(games["first"]["rules"], "eclipse-2e");
    let fight = &games["first"];
    let opened = server.ask(&json!({"ask": "open", "text": code, "fight": fight}));
    assert_eq!(opened["desk"]["fight"]["fleets"], json!(["2 cruiser(+hull)", "ancient"]));
    let fight = json!({"rules": "eclipse-2e", "fleets": ["brick", "ancient"]});
    let desk = server.ask(&json!({"ask": "desk", "fight": fight}));
    assert_eq!(desk["sides"][0]["view"]["groups"][0]["class"], "cruiser");
    let text = "2 brick vs ancient within 3 rounds";
    let opened = server.ask(&json!({"ask": "open", "text": text, "fight": fight}));
    assert_eq!(opened["desk"]["fight"]["fleets"][0], "2 cruiser(+hull)", "{opened}");
    let palette = server.ask(&json!({"ask": "palette", "fight": fight}));
    assert_eq!(palette["ships"][0]["class"], "brick", "{palette}");
    let add = json!({"do": "add", "class": "brick", "owner": null});
    let desk = server.ask(&json!({"ask": "edit", "fight": fight, "side": 0, "edit": add}));
    let groups = desk["sides"][0]["view"]["groups"].as_array().unwrap();
    let ships: u64 = groups.iter().map(|group| group["count"].as_u64().unwrap()).sum();
    assert_eq!(ships, 2, "{desk}");
}

#[test]
fn strangers_get_no_answer() {
    // As the program finds the address of this computer; nothing is sent.
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    if socket.connect("192.0.2.1:9").is_err() {
        return refuses(&["serve", "--lan", "--port", "0"], 1, &["--lan needs a network"]);
    }
    let server = Server::start(&["--lan"]);
    let port = server.at.rsplit_once(':').unwrap().1.to_string();
    let path = server.path.clone();
    assert!(path.len() > 20, "{path}");
    let body = odds("3 interceptor", "ancient").to_string();
    let own = format!("Host: {}\r\nContent-Type: application/json\r\n", server.at);
    let ask =
        |path: &str, headers: &str| server.ask_with(&format!("POST {path}ask"), headers, &body);
    assert!(ask(&path, &own).contains("47 in 100"));
    for (path, headers, expected) in [
        ("/", own.clone(), 404),
        (&path, own.replace(&server.at, &format!("evil.example:{port}")), 421),
        (&path, own.replace(&server.at, "127.0.0.1"), 421),
        (&path, "Content-Type: application/json\r\n".into(), 421),
        (&path, format!("{own}Host: {}\r\n", server.at), 400),
        (&path, format!("{own}Origin: http://evil.example\r\n"), 403),
        (&path, format!("{own}Origin: null\r\n"), 403),
        (&path, own.replace("application/json", "text/plain"), 415),
        (&path, format!("{own}Content-Length: 3\r\n"), 400),
        (&path, format!("{own}Transfer-Encoding: chunked\r\n"), 411),
    ] {
        let answer = ask(path, &headers);
        assert_eq!(status(&answer), expected, "{headers}{answer}");
        assert!(!answer.contains("47 in 100"), "{headers}");
    }
    let get = server.ask_with("GET /", &format!("Host: {}\r\n", server.at), "");
    assert_eq!(status(&get), 404, "the page is behind the token, too");
}

#[test]
fn sizes_are_limited() {
    let server = Server::start(&[]);
    let own = format!("Host: {}\r\nContent-Type: application/json\r\n", server.at);
    let large = format!("POST /ask HTTP/1.1\r\n{own}Content-Length: 99999999\r\n\r\n");
    assert_eq!(status(&server.send(large.as_bytes())), 413);
    let huge = format!("POST /ask HTTP/1.1\r\n{own}Content-Length: {}\r\n\r\n", "9".repeat(40));
    assert_eq!(status(&server.send(huge.as_bytes())), 400);
    let long = server.ask_with("GET /", &format!("{own}X: {}\r\n", "x".repeat(20_000)), "");
    assert_eq!(status(&long), 431);
    let many = server.ask_with("GET /", &format!("{own}{}", "X: x\r\n".repeat(100)), "");
    assert_eq!(status(&many), 431);
    let endless = "GET /".to_string() + &"a".repeat(1 << 20);
    assert_eq!(status(&server.send(endless.as_bytes())), 431);
    server.is_well();
}

/// Clients that send nothing, a part of a request, or take no answer do not keep others waiting, and
/// neither do fifty at a time.
#[test]
fn slow_clients_block_no_other() {
    let server = Server::start(&[]);
    let large = odds(
        "8 interceptor + 4 cruiser + 2 dreadnought",
        "7 interceptor + 4 cruiser + 2 dreadnought",
    );
    let large = large.to_string();
    let idle: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    let slow: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"POST /ask HTTP/1.1\r\nHost: 127").unwrap();
            stream
        })
        .collect();
    let started = Instant::now();
    server.is_well();
    assert!(started.elapsed() < Duration::from_secs(5));
    // Their requests are stopped: each alone takes about a second.
    for _ in 0..20 {
        let request = format!(
            "POST /ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{large}",
            server.at,
            large.len()
        );
        server.connect().write_all(request.as_bytes()).unwrap();
    }
    server.is_well();
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    drop((idle, slow));
    // Their connections are closed.
    std::thread::sleep(Duration::from_millis(500));
    std::thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| server.is_well());
        }
    });
}

/// More connections than one client may have are refused, and leave the others alone.
#[test]
fn connections_are_limited() {
    let server = Server::start(&[]);
    let open: Vec<TcpStream> = (0..64).map(|_| server.connect()).collect();
    let mut refused = server.connect();
    let mut answer = String::new();
    refused.read_to_string(&mut answer).unwrap();
    assert_eq!(status(&answer), 503);
    drop(open);
    std::thread::sleep(Duration::from_millis(300));
    server.is_well();
}

#[test]
fn a_wrong_line_is_refused() {
    refuses(&["serve", "--port", "99999"], 2, &["99999"]);
    refuses(&["serve", "3 interceptor vs 2 pigeon"], 3, &["unknown", "pigeon"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    refuses(&["open", "--port", &port], 1, &["cannot listen on port", &port]);
}

/// Sends requests with random faults. The server answers those that are whole, and lives on.
fn attack(requests: u64, seed: u64) {
    let server = Server::start(&[]);
    server.is_well();
    #[cfg(target_os = "linux")]
    let before = server.memory();
    let mut random = Random::new(seed);
    let fight = json!({"rules": "eclipse", "fleets": ["2 int", "ancient"]});
    let asked = [
        odds("2 int", "ancient"),
        json!({"ask": "games"}),
        json!({"ask": "desk", "fight": fight}),
        json!({"ask": "open", "text": "3 int vs ancient", "fight": fight}),
        json!({"ask": "complete", "fight": fight, "text": "2 cru", "cursor": 5}),
        json!({"ask": "edit", "fight": fight, "side": 0, "edit": {"do": "count", "group": 0, "count": 3}}),
        json!({"ask": "values", "fight": fight, "side": 0, "option": "play"}),
    ];
    for n in 0..requests {
        let body = asked[random.below(asked.len() as u64) as usize].to_string();
        let mut bytes = format!(
            "POST /ask HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.at,
            body.len()
        )
        .into_bytes();
        // Half of them have a fault in the head, the others in the body.
        let head = bytes.len() - body.len();
        let (from, length) = if random.one_in(2) { (0, head) } else { (head, body.len()) };
        for _ in 0..=random.below(3) {
            let at = from + random.below(length as u64) as usize;
            if at >= bytes.len() {
                continue;
            }
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => _ = bytes.remove(at),
                2 => bytes.insert(at, random.below(256) as u8),
                _ => bytes.truncate(at),
            }
        }
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let known = [0, 200, 400, 403, 404, 405, 411, 413, 415, 421, 431];
        assert!(known.contains(&status(&answer)), "{n}: {answer}");
    }
    server.is_well();
    #[cfg(target_os = "linux")]
    assert!(server.memory() < before + 50_000, "{} KiB, {before} before", server.memory());
}

#[test]
fn mutated_requests_do_no_harm() {
    attack(2_000, 1);
}

#[test]
#[ignore = "long: minutes"]
fn a_hundred_thousand_mutated_requests_do_no_harm() {
    attack(100_000, 2);
}
