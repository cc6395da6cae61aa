//! Activities, and waiting for them.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::error::Refusal;
use crate::{Client, Error};

/// The activity of a submit, with its status and result.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activity {
    /// Opaque.
    pub id: String,
    /// Such as `ACTIVITY_STATUS_COMPLETED`. New releases may add values.
    pub status: String,
    /// Identifies the activity in votes.
    pub fingerprint: String,
    /// One member, named after the activity's type. Empty until completed.
    #[serde(default)]
    pub result: Map<String, Value>,
    failure: Option<Refusal>,
}

/// The outcome of a submit. If it isn't `Completed`, never submit again: that would create a second activity.
#[derive(Clone, Debug)]
#[must_use]
pub enum Outcome<T> {
    /// It was executed.
    Completed(T),
    /// Others approve it by its fingerprint; `Client::wait_for_activity` waits for them, in any process.
    ConsensusNeeded(Activity),
}

impl<T> Outcome<T> {
    /// The result, or None while others must approve.
    pub fn completed(self) -> Option<T> {
        match self {
            Self::Completed(result) => Some(result),
            Self::ConsensusNeeded(_) => None,
        }
    }

    pub(crate) fn and_then<U>(self, read: impl FnOnce(T) -> Result<U, Error>) -> Result<Outcome<U>, Error> {
        Ok(match self {
            Self::Completed(result) => Outcome::Completed(read(result)?),
            Self::ConsensusNeeded(activity) => Outcome::ConsensusNeeded(activity),
        })
    }
}

impl Activity {
    /// Reads the result's single member.
    ///
    /// # Errors
    /// `ACTIVITY_PENDING` without a result, `RESPONSE_NOT_JSON` when it has other members.
    pub fn read_result<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let result = self.result.values().next().ok_or_else(|| self.pending())?;
        T::deserialize(result).map_err(|error| Error::new("RESPONSE_NOT_JSON", error.to_string()))
    }

    fn pending(&self) -> Error {
        let message = format!(
            "activity {} is not finished: its status is {}",
            self.id, self.status
        );
        self.error("ACTIVITY_PENDING", message)
    }

    fn failed(&self) -> Error {
        let failure = self.failure.clone().unwrap_or_default();
        let message = format!(
            "activity {} failed: {}: {}",
            self.id,
            failure.name(),
            failure.message
        );
        Error {
            code: Some(failure.code),
            details: failure.details,
            ..self.error("ACTIVITY_FAILED", message)
        }
    }

    fn error(&self, name: &str, message: String) -> Error {
        Error {
            activity_id: Some(self.id.as_str().into()),
            ..Error::new(name, message)
        }
    }
}

const FIRST_POLL: Duration = Duration::from_millis(500);
const LONGEST_POLL: Duration = Duration::from_secs(5);

#[derive(Deserialize)]
pub(crate) struct ActivityAnswer {
    pub activity: Activity,
}

impl Client {
    /// Polls until the activity is final, including for the votes of others, or until the configured timeout.
    ///
    /// # Errors
    /// `ACTIVITY_FAILED`, `ACTIVITY_REJECTED`, `ACTIVITY_PENDING` (you may wait again), and those of queries.
    pub fn wait_for_activity(&self, id: &str) -> Result<Outcome<Activity>, Error> {
        let activity = self.get_activity(id)?;
        self.poll(activity, true)
    }

    pub(crate) fn poll(
        &self,
        mut activity: Activity,
        waits_for_votes: bool,
    ) -> Result<Outcome<Activity>, Error> {
        let end = Instant::now() + self.config().timeout;
        let mut wait = FIRST_POLL;
        loop {
            let is_over = Instant::now() + wait > end;
            match activity.status.as_str() {
                "ACTIVITY_STATUS_COMPLETED" => return Ok(Outcome::Completed(activity)),
                "ACTIVITY_STATUS_FAILED" => return Err(activity.failed()),
                "ACTIVITY_STATUS_REJECTED" => {
                    let message = format!("activity {} was rejected", activity.id);
                    return Err(activity.error("ACTIVITY_REJECTED", message));
                }
                "ACTIVITY_STATUS_CONSENSUS_NEEDED" if is_over || !waits_for_votes => {
                    return Ok(Outcome::ConsensusNeeded(activity));
                }
                _ if is_over => return Err(activity.pending()),
                _ => sleep(wait),
            }
            wait = LONGEST_POLL.min(wait * 2);
            activity = self.get_activity(&activity.id)?;
        }
    }

    fn get_activity(&self, id: &str) -> Result<Activity, Error> {
        let answer: ActivityAnswer = self.query("get_activity", json!({ "activityId": id }))?;
        Ok(answer.activity)
    }
}
