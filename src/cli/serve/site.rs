//! Serves the page, passes on its requests, and refuses strangers.

use super::http::{Answer, Request};

/// The page, bundled from `web/page` by `web/build --served`.
const PAGE: &str = include_str!("page.html");

/// Response that a request wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A request of the page, which the library answers.
    Ask(String),
    /// This answer.
    Answer(Answer),
}

/// Addresses at which the page is served.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Path of the page: `/`, or `/TOKEN/` where a network is served.
    pub(super) path: String,
    /// Hosts by which this computer is asked, such as `127.0.0.1:7327`.
    pub(super) hosts: Vec<String>,
}

impl Site {
    /// Returns the address of the page on a host.
    pub(super) fn address(&self, host: &str) -> String {
        format!("http://{host}{}", self.path)
    }

    /// Sorts a request. With another `Host`, a foreign name points at this computer; with another
    /// `Origin`, a foreign page asks.
    pub(super) fn wanted(&self, request: Request) -> Wanted {
        let refused = |status: u16| Wanted::Answer(Answer::of_status(status));
        let Some(host) = request.host.filter(|host| self.serves(host)) else {
            return refused(421);
        };
        let is_own = |origin: &String| origin.eq_ignore_ascii_case(&format!("http://{host}"));
        if !request.origin.as_ref().is_none_or(is_own) {
            return refused(403);
        }
        let Some(name) = self.name(&request.path) else { return refused(404) };
        match (request.method.as_str(), name) {
            ("GET", "") => Wanted::Answer(Answer {
                status: 200,
                content_type: "text/html; charset=utf-8",
                body: PAGE.into(),
            }),
            // Other pages cannot send this type without being allowed to.
            ("POST", "ask") if request.content_type.as_deref() != Some("application/json") => {
                refused(415)
            }
            ("POST", "ask") => match String::from_utf8(request.body) {
                Ok(asked) => Wanted::Ask(asked),
                Err(_) => refused(400),
            },
            (_, "" | "ask") => refused(405),
            _ => refused(404),
        }
    }

    fn serves(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Returns the name of a file below the path of the page. The comparison takes the same time
    /// wherever a wrong token differs.
    fn name<'a>(&self, path: &'a str) -> Option<&'a str> {
        let (start, name) = path.split_at_checked(self.path.len())?;
        let differs = start.bytes().zip(self.path.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        (differs == 0).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Request, Site, Wanted};

    fn site(path: &str) -> Site {
        Site { path: path.into(), hosts: vec!["127.0.0.1:7327".into(), "localhost:7327".into()] }
    }

    fn ask(path: &str) -> Request {
        Request {
            method: "POST".into(),
            path: path.into(),
            host: Some("localhost:7327".into()),
            origin: Some("http://localhost:7327".into()),
            content_type: Some("application/json".into()),
            body: b"{}".into(),
            keeps: true,
        }
    }

    fn status(wanted: &Wanted) -> u16 {
        let Wanted::Answer(Answer { status, .. }) = wanted else { return 0 };
        *status
    }

    #[test]
    fn the_page_asks_and_is_answered() {
        assert_eq!(site("/").wanted(ask("/ask")), Wanted::Ask("{}".into()));
        let page = Request { method: "GET".into(), content_type: None, ..ask("/") };
        assert_eq!(status(&site("/").wanted(page)), 200);
    }

    #[test]
    fn strangers_get_nothing() {
        let with = |change: &dyn Fn(&mut Request)| {
            let mut request = ask("/token/ask");
            change(&mut request);
            status(&site("/token/").wanted(request))
        };
        assert_eq!(with(&|_| ()), 0);
        // Another name for this computer, or another port.
        assert_eq!(with(&|request| request.host = Some("evil.example:7327".into())), 421);
        assert_eq!(with(&|request| request.host = Some("localhost".into())), 421);
        assert_eq!(with(&|request| request.host = None), 421);
        // Other pages.
        assert_eq!(with(&|request| request.origin = Some("http://evil.example".into())), 403);
        assert_eq!(with(&|request| request.origin = Some("null".into())), 403);
        assert_eq!(with(&|request| request.origin = Some("http://127.0.0.1:7327".into())), 403);
        assert_eq!(with(&|request| request.content_type = Some("text/plain".into())), 415);
        assert_eq!(with(&|request| request.content_type = None), 415);
        // Without the token, or with another one.
        for path in ["/ask", "/", "/tokeN/ask", "/token", "token/ask", "/token/../ask", "", "/toké"]
        {
            assert_eq!(with(&|request| request.path = path.into()), 404, "{path}");
        }
        assert_eq!(with(&|request| request.method = "GET".into()), 405);
        assert_eq!(with(&|request| request.body = vec![0xff]), 400);
    }
}
