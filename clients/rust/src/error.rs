//! The error type.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use crate::SignedRequest;
use crate::help::help_of;

/// Any error. Match on `name`; messages may be reworded between releases.
#[derive(Clone, Default)]
pub struct Error {
    /// Name in the catalogue of the API; or, from this side of the connection, `CONFIG_INVALID`, `INPUT_INVALID`,
    /// `KEY_INVALID`, `UNREACHABLE`, `TIMEOUT`, `RESPONSE_NOT_JSON`, `ACTIVITY_PENDING`, `ACTIVITY_FAILED`,
    /// `ACTIVITY_REJECTED`, those of bundles (`BUNDLE_…`, `SECRET_MALFORMED`, `TARGET_KEY_MALFORMED`); `UNKNOWN` for a
    /// refusal without a name.
    pub name: String,
    /// What happened. Never contains a key, a stamp or a body.
    pub message: String,
    /// HTTP status.
    pub status: Option<u16>,
    /// gRPC status code.
    pub code: Option<i64>,
    /// The objects that the API returned.
    pub details: Vec<Value>,
    /// The activity that failed, was rejected or is pending.
    pub activity_id: Option<Box<str>>,
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
    pub(crate) fn new(name: &str, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            message: message.into(),
            ..Self::default()
        }
    }

    /// What to do about the error. None for an error response without a name.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        help_of(&self.name)
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
            .field("activity_id", &self.activity_id)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for Error {}

/// The body of an error response, and the failure of an activity.
#[cfg(feature = "http")]
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Refusal {
    pub code: i64,
    pub message: String,
    pub details: Vec<Value>,
}

#[cfg(feature = "http")]
impl Refusal {
    pub fn name(&self) -> &str {
        let named = |detail: &'_ Value| detail.get("errorCode").is_some();
        let detail = self.details.iter().find(|detail| named(detail));
        detail
            .and_then(|detail| detail["errorCode"].as_str())
            .unwrap_or("UNKNOWN")
    }

    pub fn into_error(self, status: u16) -> Error {
        Error {
            name: self.name().into(),
            message: self.message,
            status: Some(status),
            code: Some(self.code),
            details: self.details,
            ..Error::default()
        }
    }
}
