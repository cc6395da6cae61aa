//! The error type.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

#[cfg(feature = "http")]
use crate::Status;
use crate::{Activity, ErrorName, SignedRequest};

/// Any error. Match on `name`; messages may be reworded between releases.
#[derive(Clone)]
#[non_exhaustive]
pub struct Error {
    /// Its name in the error catalog of the API, or of an error that the client raises itself.
    pub name: ErrorName,
    /// What happened. Never contains a key, a stamp or a body.
    pub message: String,
    /// HTTP status.
    pub status: Option<u16>,
    /// gRPC status code.
    pub code: Option<i32>,
    /// The objects that the API returned.
    pub details: Vec<Map<String, Value>>,
    /// The activity that waits for approvals, failed, was rejected or is pending.
    pub activity: Option<Box<Activity>>,
    /// The request without a response. `Client::send` posts the same bytes, which can't execute twice.
    pub request: Option<Box<SignedRequest>>,
}

/// An invalid member of the request.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FieldViolation {
    /// Dotted path with list indexes, such as `privateKeys.0.privateKeyName`.
    pub field: String,
    /// What is wrong with it.
    pub description: String,
}

impl Error {
    /// An error, for a [`crate::Stamper`] of your own.
    pub fn new(name: impl Into<ErrorName>, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            message: message.into(),
            status: None,
            code: None,
            details: Vec::new(),
            activity: None,
            request: None,
        }
    }

    /// Of the body of an error response, or the failure of an activity.
    #[cfg(feature = "http")]
    pub(crate) fn of(failure: Status) -> Self {
        let details = failure.details.unwrap_or_default();
        let name = details
            .iter()
            .find_map(|detail| detail.get("errorCode")?.as_str());
        let error = Self::new(name.unwrap_or("UNKNOWN"), failure.message.unwrap_or_default());
        Self {
            code: failure.code,
            details,
            ..error
        }
    }

    /// What to do about the error. None for an error response without a name.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        self.name.help()
    }

    /// The invalid members of the request.
    #[must_use]
    pub fn field_violations(&self) -> Vec<FieldViolation> {
        self.details
            .iter()
            .filter_map(|detail| detail.get("fieldViolations"))
            .find_map(|list| Vec::deserialize(list).ok())
            .unwrap_or_default()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: {}", self.name, self.message)?;
        self.help().map_or(Ok(()), |help| write!(to, ". {help}"))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Error")
            .field("name", &self.name)
            .field("message", &self.message)
            .field("status", &self.status)
            .field("code", &self.code)
            .field("details", &self.details)
            .field("activity", &self.activity.as_ref().map(|activity| &activity.id))
            .finish_non_exhaustive()
    }
}

impl std::error::Error for Error {}
