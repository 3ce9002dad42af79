//! A search as the server knows it.

use std::sync::Arc;

use quod_ask::{Job, Subject};
use quod_catalogue::title;
use serde_json::{Value, json};

use crate::worker::{Control, Sheet};

/// A search as the server knows it.
pub struct Search {
    /// What does not change.
    pub info: Value,
    /// The wires to its thread.
    pub control: Arc<Control>,
}

impl Search {
    /// What the interface calls a SEARCH.
    pub fn json(&self, sheet: &Sheet) -> Value {
        let mut json = self.info.clone();
        json["state"] = sheet.json["state"].clone();
        json["snapshot"] = Value::clone(&sheet.json);
        json
    }
}

/// What of a SEARCH does not change; its number and addresses come when it has a place.
pub fn job_info(subject: &dyn Subject, job: &Job, seconds: Option<f64>) -> Value {
    json!({
        "id": null, "kind": subject.kind(), "game": subject.name(), "title": title(&subject.name()), "position": job.position, "question": job.question,
        "engine": job.engine, "memory_bytes": job.memory, "nodes": job.nodes, "seconds": seconds,
        "threads": job.threads, "state": null, "events": null, "snapshot": null,
    })
}
