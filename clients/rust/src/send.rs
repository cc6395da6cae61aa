//! Sends a signed request, retrying with the same bytes until there is a response.

use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Refusal;
use crate::{Client, Error, SignedRequest};

const LONGEST_ANSWER: u64 = 64 << 20;

/// A failed attempt, and the time after which a retry could help.
struct Failure {
    error: Box<Error>,
    wait: Option<Duration>,
}

impl Client {
    /// Posts a signed request and returns the response body. Without a response, or on 429 with `Retry-After`, 502,
    /// 503 or 504, it posts the same bytes again, until the configured timeout. A submit stays one activity, however often
    /// it arrives.
    ///
    /// # Errors
    /// Errors of the API; `UNREACHABLE` and `TIMEOUT` with the request, `RESPONSE_NOT_JSON`
    pub fn send(&self, request: &SignedRequest) -> Result<Value, Error> {
        let end = Instant::now() + self.config().timeout;
        let mut attempt = 0;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.post(request, attempt, left.min(self.config().attempt_timeout)) {
                Ok(answer) => return Ok(answer),
                Err(Failure { wait: Some(wait), .. })
                    if attempt < self.config().retries && Instant::now() + wait < end =>
                {
                    sleep(wait);
                }
                Err(Failure { error, .. }) => return Err(*error),
            }
            attempt += 1;
        }
    }

    pub(crate) fn send_and_read<T: DeserializeOwned>(&self, request: &SignedRequest) -> Result<T, Error> {
        let answer = self.send(request)?;
        T::deserialize(answer).map_err(|error| {
            Error::new(
                "RESPONSE_NOT_JSON",
                format!("the response doesn't have the expected members: {error}"),
            )
        })
    }

    fn post(&self, request: &SignedRequest, attempt: u32, timeout: Duration) -> Result<Value, Failure> {
        let unanswered = |error: &ureq::Error| Failure {
            error: Box::new(Error {
                request: Some(Box::new(request.clone())),
                ..unanswered(&request.url, error)
            }),
            wait: Some(backoff(attempt)),
        };
        let mut response = self
            .agent
            .post(&request.url)
            .header("content-type", "application/json")
            .header("x-client-version", "keywright-rust@0.1.0")
            .header("x-stamp", &request.stamp)
            .config()
            .timeout_global(Some(timeout))
            .build()
            .send(&request.body)
            .map_err(|error| unanswered(&error))?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after").cloned();
        let text = response
            .body_mut()
            .with_config()
            .limit(LONGEST_ANSWER)
            .read_to_vec()
            .map_err(|error| unanswered(&error))?;
        let wait = match status {
            502..=504 => Some(backoff(attempt)),
            429 => retry_after
                .and_then(|seconds| seconds.to_str().ok()?.parse().ok())
                .filter(|seconds| *seconds <= 60)
                .map(Duration::from_secs),
            _ => None,
        };
        let Ok(answer @ Value::Object(_)) = serde_json::from_slice(&text) else {
            let message = format!("{} answered {status} and no JSON object", request.url);
            let error = Box::new(Error {
                status: Some(status),
                request: Some(Box::new(request.clone())),
                ..Error::new("RESPONSE_NOT_JSON", message)
            });
            return Err(Failure { error, wait });
        };
        if status == 200 {
            return Ok(answer);
        }
        let refusal: Refusal = serde_json::from_value(answer).unwrap_or_default();
        let error = Box::new(refusal.into_error(status));
        Err(Failure { error, wait })
    }
}

fn unanswered(url: &str, error: &ureq::Error) -> Error {
    let name = match error {
        ureq::Error::Timeout(_) => "TIMEOUT",
        _ => "UNREACHABLE",
    };
    Error::new(name, format!("no response from {url}: {error}"))
}

/// Doubles from a quarter of a second to five; half of it is chance, so so clients don't retry in lockstep.
fn backoff(attempt: u32) -> Duration {
    let whole = (250_u64 << attempt.min(10)).min(5000);
    let chance = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(whole / 2 + u64::from(chance.subsec_nanos()) % (whole / 2))
}
