//! Sends a signed request, retrying with the same bytes until there is a response.

use std::error::Error as _;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::sleep;

use crate::{Client, Error, ErrorName, SignedRequest, Status};

const LONGEST_ANSWER: usize = 64 << 20;

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
    pub async fn send(&self, request: &SignedRequest) -> Result<Value, Error> {
        let end = Instant::now() + self.config().timeout;
        let mut attempt = 0;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self
                .post(request, attempt, left.min(self.config().attempt_timeout))
                .await
            {
                Ok(answer) => return Ok(answer),
                Err(Failure { wait: Some(wait), .. })
                    if attempt < self.config().retries && Instant::now() + wait < end =>
                {
                    sleep(wait).await;
                }
                Err(Failure { error, .. }) => return Err(*error),
            }
            attempt += 1;
        }
    }

    pub(crate) async fn send_and_read<T: DeserializeOwned>(
        &self,
        request: &SignedRequest,
    ) -> Result<T, Error> {
        let answer = self.send(request).await?;
        T::deserialize(answer).map_err(|error| {
            Error::new(
                "RESPONSE_NOT_JSON",
                format!("the response doesn't have the expected members: {error}"),
            )
        })
    }

    async fn post(&self, request: &SignedRequest, attempt: u32, timeout: Duration) -> Result<Value, Failure> {
        let unanswered = |error: &reqwest::Error| Failure {
            error: Box::new(Error {
                request: Some(Box::new(request.clone())),
                ..unanswered(&request.url, error)
            }),
            wait: Some(backoff(attempt)),
        };
        let posted = self
            .http
            .post(&request.url)
            .header("content-type", "application/json")
            .header(
                "x-client-version",
                concat!("keywright-rust@", env!("CARGO_PKG_VERSION")),
            )
            .header("x-stamp", &request.stamp)
            .timeout(timeout)
            .body(request.body.clone());
        let mut response = posted.send().await.map_err(|error| unanswered(&error))?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after").cloned();
        let text = read_body(&mut response)
            .await
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
        let refusal = serde_json::from_value::<Status>(answer);
        let error = refusal.map_or_else(
            |_| Error::new("UNKNOWN", "the error has other members"),
            Error::of,
        );
        Err(Failure {
            error: Box::new(Error {
                status: Some(status),
                ..error
            }),
            wait,
        })
    }
}

/// The body, or nothing if it is too long.
pub(crate) async fn read_body(response: &mut reqwest::Response) -> Result<Vec<u8>, reqwest::Error> {
    let mut text = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        text.extend_from_slice(&chunk);
        if text.len() > LONGEST_ANSWER {
            return Ok(Vec::new());
        }
    }
    Ok(text)
}

fn unanswered(url: &str, error: &reqwest::Error) -> Error {
    let name = if error.is_timeout() {
        ErrorName::Timeout
    } else {
        ErrorName::Unreachable
    };
    let cause = error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string);
    Error::new(name, format!("no response from {url}: {cause}"))
}

/// Doubles from a quarter of a second to five; half of it is chance, so clients don't retry in lockstep.
fn backoff(attempt: u32) -> Duration {
    let whole = (250_u64 << attempt.min(10)).min(5000);
    let chance = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(whole / 2 + u64::from(chance.subsec_nanos()) % (whole / 2))
}
