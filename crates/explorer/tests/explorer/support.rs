//! A small HTTP client on a socket, and an explorer to talk to.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use quod_catalogue::Registry;
use quod_explorer::{Explorer, Options};
use serde_json::Value;

/// An explorer on a port of its own.
pub struct Server {
    pub explorer: Explorer,
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The word of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or("none").to_string()
    }
}

pub fn server() -> Server {
    with(Options { checking: PATIENT, ..Options::default() })
}

/// On a busy machine the smallest check may take its time, and what is opened is to be checked.
pub const PATIENT: Duration = Duration::from_secs(600);

pub fn with(options: Options) -> Server {
    Server { explorer: Explorer::start(Arc::new(Registry::builtin()), &options).unwrap() }
}

impl Server {
    pub fn address(&self) -> SocketAddr {
        self.explorer.address()
    }

    pub fn connect(&self) -> TcpStream {
        let port = self.address().port();
        TcpStream::connect(("127.0.0.1", port)).unwrap()
    }

    /// Sends bytes as they are and reads the answer.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that refuses may hang up before it has read everything.
        let _ = stream.write_all(request);
        read_answer(&mut BufReader::new(stream))
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|it| it.0 == "Host") {
            request += &format!("Host: 127.0.0.1:{}\r\n", self.address().port());
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method == "POST" {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        let mut bytes = (request + "\r\n").into_bytes();
        bytes.extend(body);
        self.raw(&bytes)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// The value of a request that succeeds.
    pub fn value(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.ask("POST", path, &[("Content-Type", "application/json")], body.as_bytes())
    }

    pub fn upload(&self, path: &str, bytes: &[u8]) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/octet-stream")], bytes)
    }

    /// Opens a certificate and returns its number.
    pub fn open(&self, bytes: &[u8]) -> u64 {
        let answer = self.upload("/api/proofs", bytes);
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_u64().unwrap()
    }

    /// Listens to the events of a search.
    pub fn events(&self, path: &str) -> Events {
        let mut stream = self.connect();
        let host = self.address().port();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{host}\r\n\r\n").unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(reader.read_line(&mut line).unwrap() > 0, "the stream ends in its head");
        }
        Events { reader }
    }

    /// Waits for the end of a search and returns its last snapshot.
    pub fn wait(&self, id: &Value) -> Value {
        let mut events = self.events(&format!("/api/searches/{id}/events"));
        loop {
            let (name, value) = events.next().expect("an end");
            if name == "end" {
                return value;
            }
        }
    }
}

/// A stream of events.
pub struct Events {
    reader: BufReader<TcpStream>,
}

impl Iterator for Events {
    type Item = (String, Value);

    /// Lines of chunks and comments are skipped: an event's are told by their beginnings.
    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.trim().to_string();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            } else if line == "0\r\n" {
                return None;
            }
        }
    }
}

pub fn read_answer(reader: &mut BufReader<TcpStream>) -> Answer {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_string());
    }
    let mut body = Vec::new();
    match headers.get("content-length").and_then(|it| it.parse().ok()) {
        Some(length) => {
            body.resize(length, 0);
            reader.read_exact(&mut body).unwrap();
        }
        None => {
            reader.read_to_end(&mut body).unwrap();
        }
    }
    Answer { status, headers, body }
}

/// The certificate of the first player's win in Qubic that ships with Quod.
pub const QUBIC: &[u8] = include_bytes!("../../../../proofs/qubic.quod");
/// Tic-tac-toe is a draw, in two sections.
pub const TIC_TAC_TOE: &[u8] =
    include_bytes!("../../../../golden/certificates/version-1-tic-tac-toe.quod");
/// A small game of Connect Four, by a positional strategy.
pub const CONNECT_FOUR: &[u8] =
    include_bytes!("../../../../golden/certificates/version-1-connect-four.quod");
