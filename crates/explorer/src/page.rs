//! The page: files embedded in the program, the same in every build.

use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// Serves a file of the page. Names are looked up in the program, never on the disk.
pub async fn file(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::plain(405, "method", "the page is read with GET").into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match Page::get(name).filter(|_| !name.starts_with("api/")) {
        Some(file) => ([(CONTENT_TYPE, type_of(name))], file.data.into_owned()).into_response(),
        None => {
            let message = format!("there is nothing at {}", uri.path());
            ApiError::plain(404, "not-found", message).into_response()
        }
    }
}

fn type_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
