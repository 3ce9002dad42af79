//! The gate: who may ask, and what every answer says to browsers.
//!
//! The server is for the person at this machine. A page of another site that this person's browser
//! shows must not drive it: its requests carry that page's `Origin`, or, where another name was made
//! to point here, that name as `Host`. Both are refused before anything else happens. With `--host`
//! other machines can reach the server; then nothing is answered without a token that was printed once.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::{Answered, ApiError};

/// No script and no style in the text of a page, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";
const COOKIE: &str = "quod-token";

/// What is let in.
pub struct Gate {
    address: SocketAddr,
    /// The host as it was given.
    host: String,
    /// What must be shown, where others can reach the server.
    pub token: Option<String>,
}

impl Gate {
    /// The gate of a server that listens here.
    ///
    /// # Errors
    /// If the system gives no random bytes for a token.
    pub fn new(address: SocketAddr, host: &str) -> std::io::Result<Gate> {
        let token = match address.ip().is_loopback() {
            true => None,
            false => {
                let mut bytes = [0_u8; 16];
                getrandom::fill(&mut bytes)
                    .map_err(|error| std::io::Error::other(error.to_string()))?;
                Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            }
        };
        Ok(Gate { address, host: host.to_string(), token })
    }

    /// Whether this is a name of the server, with its port.
    fn is_own(&self, authority: &str) -> bool {
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (authority, "80"),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let ip: Option<IpAddr> = bare.parse().ok();
        let named = match ip {
            // An address in digits is nobody's name, so no other site can claim it.
            Some(ip) => {
                ip.is_loopback() || ip == self.address.ip() || self.address.ip().is_unspecified()
            }
            None => name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(&self.host),
        };
        named && port == self.address.port().to_string()
    }

    fn check(&self, headers: &HeaderMap, path: &str) -> Answered<()> {
        let text = |name: HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("");
        if !self.is_own(host) {
            let expected = self.address.to_string();
            return Err(ApiError::at(403, "host", "Host", expected, format!("\"{host}\"")));
        }
        let foreign =
            |origin: &str| !origin.strip_prefix("http://").is_some_and(|it| self.is_own(it));
        if let Some(origin) = text(header::ORIGIN).filter(|it| foreign(it)) {
            let expected = "the origin of this server";
            return Err(ApiError::at(403, "origin", "Origin", expected, format!("\"{origin}\"")));
        }
        let site = text(HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
        if path.starts_with("/api/") && !matches!(site, "same-origin" | "none") {
            let expected = "same-origin or none";
            return Err(ApiError::at(403, "origin", "Sec-Fetch-Site", expected, site));
        }
        Ok(())
    }

    /// Whether the request shows the token.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let text = |name| headers.get(name).and_then(|it: &HeaderValue| it.to_str().ok());
        let bearer = text(header::AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
        let cookies = text(header::COOKIE).unwrap_or("");
        let cookie =
            cookies.split(';').find_map(|it| it.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        bearer.into_iter().chain(cookie).any(|shown| same(shown, token))
    }
}

/// Compares in a time that tells nothing of where texts differ.
fn same(shown: &str, token: &str) -> bool {
    let differ = shown.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    shown.len() == token.len() && differ == 0
}

/// Checks a request and dresses the answer.
pub async fn pass(
    State(gate): State<std::sync::Arc<Gate>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_string();
    let shown = request.uri().query().and_then(|it| it.strip_prefix("token=")).map(str::to_string);
    let mut response = match gate.check(request.headers(), &path) {
        Err(error) => error.into_response(),
        Ok(()) if gate.is_known(request.headers()) => next.run(request).await,
        Ok(()) => match (&gate.token, shown) {
            (Some(token), Some(shown)) if path == "/" && same(&shown, token) => {
                let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
                let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_string())];
                (StatusCode::SEE_OTHER, headers).into_response()
            }
            _ => {
                let message = "open the address that quod explore printed, with its token";
                ApiError::plain(401, "token", message).into_response()
            }
        },
    };
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(header::CACHE_CONTROL, if path.starts_with("/api/") { "no-store" } else { "no-cache" });
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_server_with_its_port_are_own() {
        let gate = Gate::new("127.0.0.1:8080".parse().unwrap(), "127.0.0.1").unwrap();
        for own in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
            assert!(gate.is_own(own), "{own}");
        }
        for other in
            ["", "evil.example:8080", "127.0.0.1", "127.0.0.1:81", "10.0.0.1:8080", "[::1]"]
        {
            assert!(!gate.is_own(other), "{other}");
        }
        let open = Gate::new("0.0.0.0:8080".parse().unwrap(), "0.0.0.0").unwrap();
        assert!(open.is_own("10.0.0.1:8080") && !open.is_own("evil.example:8080"));
        assert_eq!(open.token.as_ref().map(String::len), Some(32));
        assert!(gate.token.is_none());
    }
}
