//! The client.

use std::env;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::send::read_body;
use crate::{
    Activity, ActivityStatus, ApiKey, Error, ErrorName, GetActivityParams, GetActivityResult, SignedRequest,
    Stamper, WebhookKey, path_of,
};

/// Server and time limits of a client.
#[derive(Clone, Debug)]
pub struct Config {
    /// Such as `https://engine.example.com`.
    pub base_url: String,
    /// The organization that requests name by default.
    pub organization_id: String,
    /// After the first attempt.
    pub retries: u32,
    /// Of each attempt.
    pub attempt_timeout: Duration,
    /// Of a request with all its attempts, and of waiting for an activity.
    pub timeout: Duration,
}

impl Config {
    /// Three retries, half a minute for each attempt, a minute for an activity.
    pub fn new(base_url: impl Into<String>, organization_id: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            organization_id: organization_id.into(),
            retries: 3,
            attempt_timeout: Duration::from_secs(30),
            timeout: Duration::from_secs(60),
        }
    }
}

const FIRST_POLL: Duration = Duration::from_millis(500);
const LONGEST_POLL: Duration = Duration::from_secs(5);

/// Calls the API. Clones share connections. Needs a tokio runtime.
#[derive(Clone)]
pub struct Client {
    config: Config,
    key: Arc<dyn Stamper>,
    pub(crate) http: reqwest::Client,
}

impl fmt::Debug for Client {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Client")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// Validates the configuration and sends nothing.
    ///
    /// # Errors
    /// `CONFIG_INVALID`
    pub fn new(mut config: Config, key: impl Stamper + 'static) -> Result<Self, Error> {
        let invalid = |message: String| Err(Error::new("CONFIG_INVALID", message));
        let base = &config.base_url;
        if !["https://", "http://"]
            .iter()
            .any(|scheme| base.starts_with(scheme))
        {
            return invalid(format!("the base URL {base:?} is not an http(s) address"));
        }
        if config.organization_id.is_empty() {
            return invalid("the organization id is missing".into());
        }
        config
            .base_url
            .truncate(config.base_url.trim_end_matches('/').len());
        let http = reqwest::Client::builder()
            // A redirect would forward the stamp.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| Error::new(ErrorName::ConfigInvalid, error.to_string()))?;
        Ok(Self {
            config,
            key: Arc::new(key),
            http,
        })
    }

    /// From `KEYWRIGHT_BASE_URL`, `KEYWRIGHT_ORGANIZATION_ID`, `KEYWRIGHT_API_PUBLIC_KEY` and
    /// `KEYWRIGHT_API_PRIVATE_KEY`.
    ///
    /// # Errors
    /// `CONFIG_INVALID`, `KEY_INVALID`
    pub fn from_environment() -> Result<Self, Error> {
        let read = |name: &str| {
            env::var(name).map_err(|_| Error::new("CONFIG_INVALID", format!("{name} is not set")))
        };
        let key = ApiKey::new(
            &read("KEYWRIGHT_API_PUBLIC_KEY")?,
            &read("KEYWRIGHT_API_PRIVATE_KEY")?,
        )?;
        Self::new(
            Config::new(read("KEYWRIGHT_BASE_URL")?, read("KEYWRIGHT_ORGANIZATION_ID")?),
            key,
        )
    }

    /// The same client for another organization, such as a sub-organization that the parent reads.
    #[must_use]
    pub fn for_organization(&self, id: impl Into<String>) -> Self {
        let mut other = self.clone();
        other.config.organization_id = id.into();
        other
    }

    /// The same client in an organization, with another key, such as the session of a sub-organization's user.
    #[must_use]
    pub fn acting_as(&self, organization_id: impl Into<String>, key: impl Stamper + 'static) -> Self {
        Self {
            key: Arc::new(key),
            ..self.for_organization(organization_id)
        }
    }

    /// The configuration of this client.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Sends a query, such as `list_wallets`, with its filters: a JSON object.
    ///
    /// # Errors
    /// Errors of the API; `UNREACHABLE`, `TIMEOUT`, `RESPONSE_NOT_JSON`, `INPUT_INVALID`
    pub async fn query<T: DeserializeOwned>(&self, call: &str, filters: impl Serialize) -> Result<T, Error> {
        let request = self.sign_query(call, filters)?;
        self.send_and_read(&request).await
    }

    /// Signs a query without sending it.
    ///
    /// # Errors
    /// `INPUT_INVALID` when the filters are not a JSON object
    pub fn sign_query(&self, call: &str, filters: impl Serialize) -> Result<SignedRequest, Error> {
        let Ok(Value::Object(mut members)) = serde_json::to_value(filters) else {
            return Err(Error::new(
                "INPUT_INVALID",
                format!("the filters of {call} are not a JSON object"),
            ));
        };
        let organization_id = || Value::from(self.config.organization_id.as_str());
        members.entry("organizationId").or_insert_with(organization_id);
        // The stamp covers only the body. These members make it useless for other queries and later times.
        let path = format!("/public/v1/query/{call}");
        members
            .entry("timestampMs")
            .or_insert_with(|| Value::from(now().to_string()));
        members.insert("callPath".into(), Value::from(path.as_str()));
        self.sign(&path, &members.into())
    }

    /// Submits an activity of any type, such as `ACTIVITY_TYPE_CREATE_USERS_V2`, and waits until it is completed. A vote
    /// returns the activity voted on, whatever its status.
    ///
    /// # Errors
    /// As `query`, and `CONSENSUS_NEEDED`, `ACTIVITY_FAILED`, `ACTIVITY_REJECTED`, `ACTIVITY_PENDING`
    pub async fn submit(&self, activity_type: &str, parameters: impl Serialize) -> Result<Activity, Error> {
        let request = self.sign_submit(activity_type, parameters)?;
        let answer: GetActivityResult = self.send_and_read(&request).await?;
        if ["ACTIVITY_TYPE_APPROVE_ACTIVITY", "ACTIVITY_TYPE_REJECT_ACTIVITY"].contains(&activity_type) {
            return Ok(answer.activity);
        }
        self.poll(answer.activity, false).await
    }

    /// Polls until the activity is final, including for the votes of others, or until the configured timeout. Read its
    /// result with [`crate::Completed::of`].
    ///
    /// # Errors
    /// As `submit`; you may wait again
    pub async fn wait_for_activity(&self, id: &str) -> Result<Activity, Error> {
        let activity = self.get_activity(GetActivityParams::new(id)).await?.activity;
        self.poll(activity, true).await
    }

    async fn poll(&self, mut activity: Activity, waits_for_votes: bool) -> Result<Activity, Error> {
        let end = Instant::now() + self.config.timeout;
        let mut wait = FIRST_POLL;
        loop {
            let is_over = Instant::now() + wait > end;
            match activity.status {
                ActivityStatus::Completed => return Ok(activity),
                ActivityStatus::Failed => return Err(activity.failed()),
                ActivityStatus::Rejected => {
                    let message = format!("activity {} was rejected", activity.id);
                    return Err(activity.error(ErrorName::ActivityRejected, message));
                }
                ActivityStatus::ConsensusNeeded if is_over || !waits_for_votes => {
                    let message = format!("activity {} needs the approval of others", activity.id);
                    return Err(activity.error(ErrorName::ConsensusNeeded, message));
                }
                _ if is_over => return Err(activity.pending()),
                _ => sleep(wait).await,
            }
            wait = LONGEST_POLL.min(wait * 2);
            activity = self
                .get_activity(GetActivityParams::new(activity.id))
                .await?
                .activity;
        }
    }

    /// The keys that the server signs webhooks with. Cache them, because they rarely change.
    ///
    /// # Errors
    /// `UNREACHABLE`, `RESPONSE_NOT_JSON`
    pub async fn webhook_keys(&self) -> Result<Vec<WebhookKey>, Error> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<WebhookKey>,
        }
        let url = format!("{}/public/v1/discovery/webhooks/jwks", self.config.base_url);
        let request = self.http.get(&url).timeout(self.config.attempt_timeout);
        let unreachable = |error: reqwest::Error| {
            Error::new(ErrorName::Unreachable, format!("no response from {url}: {error}"))
        };
        let mut response = request.send().await.map_err(unreachable)?;
        let text = read_body(&mut response).await.map_err(unreachable)?;
        let set: Set = serde_json::from_slice(&text).map_err(|error| {
            Error::new(
                ErrorName::ResponseNotJson,
                format!("{url} returned no keys: {error}"),
            )
        })?;
        Ok(set.keys)
    }

    /// Signs a submit without sending it. The request is valid for one hour and one activity, however often it
    /// is posted.
    ///
    /// # Errors
    /// `INPUT_INVALID` when the parameters cannot be written as JSON
    pub fn sign_submit(
        &self,
        activity_type: &str,
        parameters: impl Serialize,
    ) -> Result<SignedRequest, Error> {
        let parameters = serde_json::to_value(parameters)
            .map_err(|error| Error::new("INPUT_INVALID", format!("the parameters are not JSON: {error}")))?;
        let members = json!({
            "type": activity_type,
            "timestampMs": next_time().to_string(),
            "organizationId": self.config.organization_id,
            "parameters": parameters,
        });
        self.sign(&path_of(activity_type), &members)
    }

    /// Serializes once and stamps exactly those bytes.
    fn sign(&self, path: &str, members: &Value) -> Result<SignedRequest, Error> {
        let body = members.to_string().into_bytes();
        let stamp = self.key.stamp(&body)?;
        let url = format!("{}{path}", self.config.base_url);
        Ok(SignedRequest { url, body, stamp })
    }
}

/// Shared by all clients of the process, because their bodies could be equal.
static LAST_TIME: AtomicU64 = AtomicU64::new(0);

/// Largest lead over the clock, in milliseconds, that requests can cause. A larger one means that it was set back.
const MOST_AHEAD: u64 = 60_000;

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Never returns a time twice, because equal bytes would be the same activity.
fn next_time() -> u64 {
    let now = now();
    let later = |last: u64| {
        if last >= now && last - now < MOST_AHEAD {
            last + 1
        } else {
            now
        }
    };
    let last = LAST_TIME.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(later(last)));
    later(last.unwrap_or_default())
}
