//! Which conditions of the checker a false certificate has shown to be needed: it is refused, and with one of them
//! switched off it is accepted.

use std::collections::BTreeMap;

use quod_cert::Reject;

/// Conditions by name, each with what showed that it is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found(pub BTreeMap<&'static str, String>);

impl Found {
    /// Forgets the conditions that earlier checks asked in this thread.
    pub fn begin() {
        #[cfg(feature = "bent")]
        quod_check::bent::take_mattered();
    }

    /// After a check that refused something false, and [`Found::begin`] before it: tries it again without each of the conditions
    /// that it met and that nothing was found for.
    pub fn look<T>(&mut self, by: &str, again: impl FnMut() -> Result<T, Reject>) {
        #[cfg(feature = "bent")]
        {
            let mut again = again;
            for name in quod_check::bent::take_mattered() {
                if !self.0.contains_key(name) && quod_check::bent::without(name, &mut again).is_ok()
                {
                    self.0.insert(name, by.to_string());
                }
            }
        }
        #[cfg(not(feature = "bent"))]
        let _ = (by, again);
    }

    /// Adds what another run found.
    pub fn add(&mut self, other: Found) {
        for (name, by) in other.0 {
            self.0.entry(name).or_insert(by);
        }
    }
}
