//! Webhooks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use serde::Deserialize;

use crate::{Activity, Error, ErrorName};

/// A public key that signs webhooks (RFC 8037).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WebhookKey {
    /// Its id.
    pub kid: String,
    /// The key, base64url.
    pub x: String,
}

/// A verified notification.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Webhook {
    /// The same on every retry. Store it to detect repeated deliveries.
    pub event_id: String,
    /// Such as `ACTIVITY_UPDATES`. From a header, which the signature doesn't cover.
    pub event_type: Option<String>,
    /// The organization of the activity. The server signs the deliveries of all organizations with one key, so check
    /// that it is your organization or one of its sub-organizations.
    pub organization_id: String,
    /// The activity as it was when the event occurred.
    pub activity: Activity,
}

/// Verifies the Standard Webhooks signature of deliveries.
#[derive(Clone, Debug)]
pub struct WebhookVerifier {
    /// The result of `Client::webhook_keys`.
    pub keys: Vec<WebhookKey>,
    /// Allowed clock difference.
    pub tolerance: Duration,
    /// Prefix of the server's own headers, as configured there.
    pub header_prefix: String,
}

impl WebhookVerifier {
    /// With a tolerance of five minutes.
    #[must_use]
    pub fn new(keys: Vec<WebhookKey>) -> Self {
        Self {
            keys,
            tolerance: Duration::from_secs(300),
            header_prefix: "x-keywright".into(),
        }
    }

    /// Checks the signature and the time of a delivery, and parses it. Pass the body exactly as received; `header` returns
    /// the value of a header by its name in lower case.
    ///
    /// # Errors
    /// `WEBHOOK_UNSIGNED`, `WEBHOOK_SIGNATURE_INVALID`, `WEBHOOK_STALE`, `WEBHOOK_BODY_INVALID`
    pub fn verify<'h>(
        &self,
        body: &[u8],
        header: impl Fn(&str) -> Option<&'h str>,
    ) -> Result<Webhook, Error> {
        self.verify_at(SystemTime::now(), body, header)
    }

    /// As [`Self::verify`], at another time than now.
    ///
    /// # Errors
    /// As [`Self::verify`]
    pub fn verify_at<'h>(
        &self,
        now: SystemTime,
        body: &[u8],
        header: impl Fn(&str) -> Option<&'h str>,
    ) -> Result<Webhook, Error> {
        let timestamp = header("webhook-timestamp").unwrap_or_default();
        let (Some(id), Ok(seconds)) = (
            header("webhook-id").filter(|id| !id.is_empty()),
            timestamp.parse::<u32>(),
        ) else {
            let message = "header webhook-id or webhook-timestamp is missing";
            return Err(Error::new(ErrorName::WebhookUnsigned, message));
        };
        let signed = [format!("{id}.{timestamp}.").as_bytes(), body].concat();
        if !self.is_signed(&signed, header("webhook-signature").unwrap_or_default()) {
            let message = "the signature of the webhook is invalid";
            return Err(Error::new(ErrorName::WebhookSignatureInvalid, message));
        }
        let at = UNIX_EPOCH + Duration::from_secs(seconds.into());
        let difference = now.duration_since(at).unwrap_or_else(|error| error.duration());
        if difference > self.tolerance {
            let message = format!(
                "the webhook is from {seconds}, more than {:?} from now",
                self.tolerance
            );
            return Err(Error::new(ErrorName::WebhookStale, message));
        }
        let activity: Activity = serde_json::from_slice(body).map_err(|error| {
            let message = format!("the body of the webhook is not an activity: {error}");
            Error::new(ErrorName::WebhookBodyInvalid, message)
        })?;
        Ok(Webhook {
            event_id: id.into(),
            event_type: header(&format!("{}-event-type", self.header_prefix)).map(String::from),
            organization_id: activity.organization_id.clone(),
            activity,
        })
    }

    /// Whether one of the signatures is by one of the keys. A header holds several while keys rotate.
    fn is_signed(&self, text: &[u8], signatures: &str) -> bool {
        let keys: Vec<_> = self.keys.iter().filter_map(read_key).collect();
        let signatures = signatures.split(' ').filter_map(|one| one.strip_prefix("v1a,"));
        signatures
            .filter_map(|one| Signature::from_slice(&BASE64_STANDARD.decode(one).ok()?).ok())
            .any(|signature| keys.iter().any(|key| key.verify(text, &signature).is_ok()))
    }
}

fn read_key(key: &WebhookKey) -> Option<VerifyingKey> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(&key.x).ok()?;
    VerifyingKey::from_bytes(bytes.as_slice().try_into().ok()?).ok()
}
