//! What the checker says of an open proof.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quod_cert::Reject;
use quod_check::Verified;
use quod_solver::Checked;
use serde_json::{Value, json};
use tokio::sync::watch::Receiver;

use crate::error::ApiError;

/// How it stands with the check of a proof.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The checker is at work.
    Running,
    /// The proof holds.
    Verified(Verified),
    /// It does not; or the checker failed, which is no better.
    Rejected(ApiError),
}

impl Verdict {
    /// What comes of a check.
    pub fn of(check: impl FnOnce() -> Result<Checked, Reject>) -> Verdict {
        // A panic leaves nothing behind that is used again.
        match catch_unwind(AssertUnwindSafe(check)) {
            Ok(Ok(checked)) => Verdict::Verified(checked.verified),
            Ok(Err(reject)) => Verdict::Rejected(ApiError::rejected(&reject)),
            Err(_) => Verdict::Rejected(ApiError::failed()),
        }
    }

    /// Waits for the end of the check.
    pub async fn last(mut verdict: Receiver<Verdict>) -> Verdict {
        let ended = verdict.wait_for(|verdict| !matches!(verdict, Verdict::Running)).await;
        ended.map_or_else(|_| Verdict::Rejected(ApiError::failed()), |verdict| verdict.clone())
    }

    /// Why the walk stumbled: the certificate is wrong, as the checker will say; or else we are.
    pub async fn fault(verdict: Receiver<Verdict>) -> ApiError {
        match Verdict::last(verdict).await {
            Verdict::Rejected(error) => error,
            Verdict::Running | Verdict::Verified(_) => ApiError::failed(),
        }
    }

    /// Puts into a PROOF what is known by now.
    pub fn tell(&self, info: &mut Value) {
        let (word, verified) = match self {
            Verdict::Running => ("running", None),
            Verdict::Verified(verified) => ("verified", Some(verified)),
            Verdict::Rejected(_) => ("rejected", None),
        };
        info["check"] = json!(word);
        info["assumes"] = json!(verified.map(|it| &it.assumes));
        info["entries"] = json!(verified.map(|it| it.entries));
        info["work"] = json!(verified.map(|it| it.work));
    }
}
