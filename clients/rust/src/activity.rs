//! Activities, and waiting for them.

use std::ops::Deref;

use serde::de::DeserializeOwned;

use crate::{Activity, Error, ErrorName};

/// The result of a completed submit. Its members are those of `T`.
#[derive(Clone, Debug)]
pub struct Completed<T> {
    /// The activity that produced the result.
    pub activity: Activity,
    /// What the activity produced.
    pub result: T,
}

impl<T: DeserializeOwned> Completed<T> {
    /// Reads the result of a completed activity, such as `Client::wait_for_activity` returns.
    ///
    /// # Errors
    /// `RESULT_WITHHELD` if the response that contained a secret was lost, `ACTIVITY_PENDING` without a result, `RESPONSE_NOT_JSON` if it has other members
    pub fn of(activity: Activity) -> Result<Self, Error> {
        if let Some(withheld) = activity.withheld.as_deref().filter(|names| !names.is_empty()) {
            let names = withheld.join(", ");
            let message = format!("the server returned {names} once, and that response was lost");
            return Err(activity.error(ErrorName::ResultWithheld, message));
        }
        let result = activity
            .result
            .values()
            .next()
            .ok_or_else(|| activity.pending())?;
        let result = T::deserialize(result)
            .map_err(|error| Error::new(ErrorName::ResponseNotJson, error.to_string()))?;
        Ok(Self { activity, result })
    }
}

impl<T> Deref for Completed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.result
    }
}

impl Activity {
    pub(crate) fn pending(&self) -> Error {
        let message = format!(
            "activity {} is not finished: its status is {}",
            self.id, self.status
        );
        self.error(ErrorName::ActivityPending, message)
    }

    #[cfg(feature = "http")]
    pub(crate) fn failed(&self) -> Error {
        let failure = self
            .failure
            .clone()
            .map_or_else(|| Error::new("UNKNOWN", ""), Error::of);
        let message = format!(
            "activity {} failed: {}: {}",
            self.id, failure.name, failure.message
        );
        let error = self.error(ErrorName::ActivityFailed, message);
        Error {
            code: failure.code,
            details: failure.details,
            ..error
        }
    }

    pub(crate) fn error(&self, name: ErrorName, message: String) -> Error {
        Error {
            activity: Some(Box::new(self.clone())),
            ..Error::new(name, message)
        }
    }
}
