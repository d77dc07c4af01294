//! Requests and answers of HTTP/1.1 on one connection, within limits of size and time.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use httparse::{EMPTY_HEADER, Status};

/// Largest head of a request: its line and headers.
const MAX_HEAD: usize = 16 << 10;
const MAX_HEADERS: usize = 64;
/// Largest body of a request. A code of a fight is the largest part of one.
const MAX_BODY: usize = 2 << 20;
/// Time in which a request has to arrive, from its first byte.
const READING: Duration = Duration::from_secs(10);
/// Time that a connection may wait for its next request.
const IDLE: Duration = Duration::from_secs(30);
/// Time in which a client has to take an answer.
const WRITING: Duration = Duration::from_secs(20);
/// Time and bytes for what a refused client still sends: it reads the answer only after that.
const DRAINING: (Duration, usize) = (Duration::from_millis(500), 1 << 20);

/// A request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) origin: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) body: Vec<u8>,
    /// Whether the connection stays open after the answer.
    pub(super) keeps: bool,
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Creates an answer without content: its text is the name of the status.
    pub(super) fn of_status(status: u16) -> Self {
        let body = format!("{}\n", reason(status)).into_bytes();
        Self { status, content_type: "text/plain; charset=utf-8", body }
    }
}

/// Why no request can be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoRequest {
    /// The client is gone, or has nothing more to ask.
    Gone,
    /// The status of the answer to what it sent.
    Refused(u16),
}

/// A connection, with what was read beyond the last request.
pub(super) struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> Self {
        // Without it a small answer would wait for the client's confirmation of the last one.
        let _ = stream.set_nodelay(true);
        Self { stream, read: Vec::new() }
    }

    /// Reads the next request.
    pub(super) fn next(&mut self) -> Result<Request, NoRequest> {
        if self.read.is_empty() && !self.more(Instant::now() + IDLE)? {
            return Err(NoRequest::Gone);
        }
        let deadline = Instant::now() + READING;
        let (mut request, head, body) = loop {
            if let Some(found) = head(&self.read)? {
                break found;
            }
            if self.read.len() > MAX_HEAD {
                return Err(NoRequest::Refused(431));
            }
            self.more_by(deadline)?;
        };
        while self.read.len() < head + body {
            self.more_by(deadline)?;
        }
        request.body = self.read[head..head + body].to_vec();
        self.read.drain(..head + body);
        Ok(request)
    }

    /// Reads what has arrived, within a part of a request.
    fn more_by(&mut self, deadline: Instant) -> Result<(), NoRequest> {
        match self.more(deadline) {
            Ok(true) => Ok(()),
            Ok(false) => Err(NoRequest::Refused(408)),
            Err(gone) => Err(gone),
        }
    }

    /// Reads what has arrived. Returns whether that is something before the deadline.
    fn more(&mut self, deadline: Instant) -> Result<bool, NoRequest> {
        let mut part = [0; 8192];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            let waits = self.stream.set_read_timeout(Some(left));
            match waits.and_then(|()| self.stream.read(&mut part)) {
                Ok(0) => return Err(NoRequest::Gone),
                Ok(n) => {
                    self.read.extend_from_slice(&part[..n]);
                    return Ok(true);
                }
                Err(error) if is_waiting(&error) => (),
                Err(_) => return Err(NoRequest::Gone),
            }
        }
    }

    /// Whether the client has closed the connection.
    pub(super) fn is_gone(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let is_gone = match self.stream.peek(&mut [0]) {
            Ok(n) => n == 0,
            Err(error) => !is_waiting(&error),
        };
        is_gone || self.stream.set_nonblocking(false).is_err()
    }

    /// Writes an answer. Its headers keep the page from other sites, and from being kept.
    pub(super) fn write(&mut self, answer: &Answer, keeps: bool) -> io::Result<()> {
        let Answer { status, content_type, body } = answer;
        let connection = if keeps { "keep-alive" } else { "close" };
        let mut all = format!(
            "HTTP/1.1 {status} {}\r\n\
             Content-Type: {content_type}\r\n\
             Content-Length: {}\r\n\
             Connection: {connection}\r\n\
             Cache-Control: no-store\r\n\
             Content-Security-Policy: frame-ancestors 'none'\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Referrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n\r\n",
            reason(*status),
            body.len(),
        )
        .into_bytes();
        all.extend_from_slice(body);
        let deadline = Instant::now() + WRITING;
        let mut rest = &all[..];
        while !rest.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.stream.set_write_timeout(Some(left))?;
            match self.stream.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(n) => rest = &rest[n..],
                Err(error) if is_waiting(&error) => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Answers a request that cannot be read, and ends the connection.
    pub(super) fn refuse(&mut self, status: u16) {
        if self.write(&Answer::of_status(status), false).is_err() {
            return;
        }
        let _ = self.stream.shutdown(Shutdown::Write);
        let (time, most) = DRAINING;
        let deadline = Instant::now() + time;
        self.read.clear();
        while self.read.len() < most && self.more(deadline) == Ok(true) {}
    }
}

/// Whether an operation only has to be tried once more.
fn is_waiting(error: &io::Error) -> bool {
    use ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

/// Reads the head of a request, if all of it is there. Returns it with its length and that of the
/// body.
fn head(read: &[u8]) -> Result<Option<(Request, usize, usize)>, NoRequest> {
    let mut headers = [EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(read) {
        Ok(Status::Complete(length)) if length <= MAX_HEAD => length,
        Ok(Status::Complete(_)) | Err(httparse::Error::TooManyHeaders) => {
            return Err(NoRequest::Refused(431));
        }
        Ok(Status::Partial) => return Ok(None),
        Err(_) => return Err(NoRequest::Refused(400)),
    };
    let mut request = Request {
        method: parsed.method.unwrap_or_default().into(),
        path: parsed.path.unwrap_or_default().into(),
        keeps: parsed.version == Some(1),
        ..Request::default()
    };
    let mut body = None;
    for header in parsed.headers.iter() {
        let value = std::str::from_utf8(header.value);
        let value = value.map_err(|_| NoRequest::Refused(400))?.trim();
        let mut size = None;
        let place = match header.name.to_ascii_lowercase().as_str() {
            "host" => &mut request.host,
            "origin" => &mut request.origin,
            "content-type" => &mut request.content_type,
            "content-length" => &mut size,
            // A body of unknown length is not read.
            "transfer-encoding" => return Err(NoRequest::Refused(411)),
            "connection" => {
                request.keeps &= !value.eq_ignore_ascii_case("close");
                continue;
            }
            _ => continue,
        };
        // Twice the header, with two values, would mean different things to different readers.
        if place.replace(value.into()).is_some() || (size.is_some() && body.is_some()) {
            return Err(NoRequest::Refused(400));
        }
        if let Some(size) = size {
            let is_number = !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit());
            let bytes: Option<usize> = size.parse().ok().filter(|_| is_number);
            body = Some(bytes.ok_or(NoRequest::Refused(400))?);
        }
    }
    match body.unwrap_or(0) {
        body if body <= MAX_BODY => Ok(Some((request, length, body))),
        _ => Err(NoRequest::Refused(413)),
    }
}

/// Returns the name of a status.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}
