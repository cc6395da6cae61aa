//! The blocking client.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::activity::ActivityAnswer;
use crate::{Activity, ApiKey, Error, Outcome, SignedRequest, path_of};

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

/// Calls the API. Threads may share it.
#[derive(Debug)]
pub struct Client {
    config: Config,
    key: ApiKey,
    pub(crate) agent: ureq::Agent,
}

impl Client {
    /// Validates the configuration and sends nothing.
    ///
    /// # Errors
    /// `CONFIG_INVALID`
    pub fn new(mut config: Config, key: ApiKey) -> Result<Self, Error> {
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
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            // A redirect would forward the stamp.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build()
            .into();
        Ok(Self { config, key, agent })
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

    /// The configuration of this client.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Sends a query, such as `list_wallets`, with its filters: a JSON object.
    ///
    /// # Errors
    /// Errors of the API; `UNREACHABLE`, `TIMEOUT`, `RESPONSE_NOT_JSON`, `INPUT_INVALID`
    pub fn query<T: DeserializeOwned>(&self, call: &str, filters: impl Serialize) -> Result<T, Error> {
        self.send_and_read(&self.sign_query(call, filters)?)
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
        Ok(self.sign(&path, &members.into()))
    }

    /// Submits an activity, such as `ACTIVITY_TYPE_CREATE_WALLET`, and waits until it is completed or needs others.
    ///
    /// # Errors
    /// As `query`, and `ACTIVITY_FAILED`, `ACTIVITY_REJECTED`, `ACTIVITY_PENDING`
    pub fn submit(
        &self,
        activity_type: &str,
        parameters: impl Serialize,
    ) -> Result<Outcome<Activity>, Error> {
        let request = self.sign_submit(activity_type, parameters)?;
        let answer: ActivityAnswer = self.send_and_read(&request)?;
        self.poll(answer.activity, false)
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
        Ok(self.sign(&path_of(activity_type), &members))
    }

    /// Serializes once and stamps exactly those bytes.
    fn sign(&self, path: &str, members: &Value) -> SignedRequest {
        let body = members.to_string().into_bytes();
        let stamp = self.key.stamp(&body);
        let url = format!("{}{path}", self.config.base_url);
        SignedRequest { url, body, stamp }
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
