//! The stories.
use crate::bundle::Bundle;
use anyhow::Result;
use std::path::Path;

pub struct Story {
    pub name: &'static str,
    pub proof: &'static str,
}
pub const STORIES: &[Story] = &[];
impl Story {
    pub fn page(&self, _root: &Path, _bundle: &Bundle) -> Result<String> {
        Ok(String::new())
    }
}
pub fn home(_root: &Path, _stories: &[&Story], _bundle: &Bundle) -> Result<String> {
    Ok(String::new())
}
