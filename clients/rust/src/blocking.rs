//! The client for programs without an asynchronous runtime. As with `reqwest::blocking`, don't use it inside of one.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::pages::Paged;
use crate::{Activity, ApiKey, Config, Error, ErrorName, SignedRequest, Stamper, WebhookKey};

/// Calls the API and waits. Threads may share it. See [`crate::Client`].
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) client: crate::Client,
    runtime: Arc<Runtime>,
}

impl Client {
    /// As [`crate::Client::new`].
    ///
    /// # Errors
    /// `CONFIG_INVALID`
    pub fn new(config: Config, key: impl Stamper + 'static) -> Result<Self, Error> {
        Self::of(crate::Client::new(config, key)?)
    }

    /// As [`crate::Client::from_environment`].
    ///
    /// # Errors
    /// `CONFIG_INVALID`, `KEY_INVALID`
    pub fn from_environment() -> Result<Self, Error> {
        Self::of(crate::Client::from_environment()?)
    }

    fn of(client: crate::Client) -> Result<Self, Error> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| Error::new(ErrorName::ConfigInvalid, error.to_string()))?;
        Ok(Self {
            client,
            runtime: Arc::new(runtime),
        })
    }

    /// The same client for another organization.
    #[must_use]
    pub fn for_organization(&self, id: impl Into<String>) -> Self {
        Self {
            client: self.client.for_organization(id),
            runtime: self.runtime.clone(),
        }
    }

    /// The same client in an organization, with another key.
    #[must_use]
    pub fn acting_as(&self, organization_id: impl Into<String>, key: ApiKey) -> Self {
        Self {
            client: self.client.acting_as(organization_id, key),
            runtime: self.runtime.clone(),
        }
    }

    /// The configuration of this client.
    #[must_use]
    pub fn config(&self) -> &Config {
        self.client.config()
    }

    /// As [`crate::Client::query`].
    ///
    /// # Errors
    /// Those of the query
    pub fn query<T: DeserializeOwned>(&self, call: &str, filters: impl Serialize) -> Result<T, Error> {
        self.wait_for(self.client.query(call, filters))
    }

    /// As [`crate::Client::submit`].
    ///
    /// # Errors
    /// Those of the submit
    pub fn submit(&self, activity_type: &str, parameters: impl Serialize) -> Result<Activity, Error> {
        self.wait_for(self.client.submit(activity_type, parameters))
    }

    /// As [`crate::Client::sign_submit`].
    ///
    /// # Errors
    /// `INPUT_INVALID`
    pub fn sign_submit(
        &self,
        activity_type: &str,
        parameters: impl Serialize,
    ) -> Result<SignedRequest, Error> {
        self.client.sign_submit(activity_type, parameters)
    }

    /// As [`crate::Client::send`].
    ///
    /// # Errors
    /// Those of the request
    pub fn send(&self, request: &SignedRequest) -> Result<Value, Error> {
        self.wait_for(self.client.send(request))
    }

    /// As [`crate::Client::wait_for_activity`].
    ///
    /// # Errors
    /// Those of the activity
    pub fn wait_for_activity(&self, id: &str) -> Result<Activity, Error> {
        self.wait_for(self.client.wait_for_activity(id))
    }

    /// As [`crate::Client::webhook_keys`].
    ///
    /// # Errors
    /// `UNREACHABLE`, `RESPONSE_NOT_JSON`
    pub fn webhook_keys(&self) -> Result<Vec<WebhookKey>, Error> {
        self.wait_for(self.client.webhook_keys())
    }

    pub(crate) fn wait_for<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

/// The entries of all pages, requested as they are read.
pub struct Pages<'a, P: Paged> {
    client: &'a Client,
    pages: crate::Pages<'a, P>,
}

impl<'a, P: Paged> Pages<'a, P> {
    pub(crate) fn new(client: &'a Client, pages: crate::Pages<'a, P>) -> Self {
        Self { client, pages }
    }
}

impl<P: Paged> Iterator for Pages<'_, P> {
    type Item = Result<P::Entry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.client.wait_for(self.pages.next())
    }
}
