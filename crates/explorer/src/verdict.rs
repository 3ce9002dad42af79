//! What the checker says of an open proof.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quod_cert::Reject;
use quod_check::Verified;
use quod_report::tell_check;
use quod_solve::Checked;
use serde_json::Value;
use tokio::sync::watch::Receiver;

use crate::error::{Answered, ApiError};

/// How it stands with the check of a proof.
#[derive(Clone, Debug)]
pub enum CheckState {
    /// The checker is at work.
    Running,
    /// The proof holds.
    Verified(Verified),
    /// It does not; or the checker failed, which is no better.
    Rejected(ApiError),
}

impl CheckState {
    /// Whether a proof may be answered from.
    ///
    /// # Errors
    /// The rejection.
    pub fn standing(&self) -> Answered<()> {
        match self {
            CheckState::Rejected(error) => Err(error.clone()),
            CheckState::Running | CheckState::Verified(_) => Ok(()),
        }
    }

    /// What comes of a check.
    pub fn of(check: impl FnOnce() -> Result<Checked, Reject>) -> CheckState {
        // A panic leaves nothing behind that is used again.
        match catch_unwind(AssertUnwindSafe(check)) {
            Ok(Ok(checked)) => CheckState::Verified(checked.verified),
            Ok(Err(reject)) => CheckState::Rejected(ApiError::rejected(&reject)),
            Err(_) => CheckState::Rejected(ApiError::failed()),
        }
    }

    /// Waits for the end of the check.
    pub async fn last(mut verdict: Receiver<CheckState>) -> CheckState {
        let ended = verdict.wait_for(|verdict| !matches!(verdict, CheckState::Running)).await;
        ended.map_or_else(|_| CheckState::Rejected(ApiError::failed()), |verdict| verdict.clone())
    }

    /// Why the walk stumbled: the certificate is wrong, as the checker will say; or else we are.
    pub async fn fault(verdict: Receiver<CheckState>) -> ApiError {
        match CheckState::last(verdict).await {
            CheckState::Rejected(error) => error,
            CheckState::Running | CheckState::Verified(_) => ApiError::failed(),
        }
    }

    /// Puts into a PROOF what is known by now.
    pub fn tell(&self, info: &mut Value) {
        let (word, verified) = match self {
            CheckState::Running => ("running", None),
            CheckState::Verified(verified) => ("verified", Some(verified)),
            CheckState::Rejected(_) => ("rejected", None),
        };
        tell_check(info, word, verified);
    }
}
