//! Client of the Keywright API, with a typed method for every call: stamps requests with a P-256 API key, sends them, waits
//! for activities, verifies webhooks, and opens and seals bundles.
//!
//! With the feature `http` (on by default) there is an asynchronous [`Client`] on reqwest and tokio; the feature `blocking`
//! adds `blocking::Client`. Without both, the crate makes stamps and opens bundles, for use with any HTTP client.
//!
//! ```no_run
//! use keywright::{Client, CreateWalletParams, ErrorName, WalletAccountParams};
//!
//! # async fn example() -> Result<(), keywright::Error> {
//! let client = Client::from_environment()?;
//! println!("{}", client.whoami().await?.username);
//! let account = WalletAccountParams::ethereum("m/44'/60'/0'/0/0");
//! match client.create_wallet(CreateWalletParams::new("treasury", [account])).await {
//!     Ok(wallet) => println!("{:?} by {}", wallet.addresses, wallet.activity.id),
//!     Err(error) if error.name == ErrorName::ConsensusNeeded => println!("others approve {:?}", error.activity),
//!     Err(error) => return Err(error),
//! }
//! # Ok(())
//! # }
//! ```

mod activity;
mod api_key;
mod bundle;
mod error;
mod generated;
mod macros;
mod request;
mod signed_bundle;
mod values;
mod webhook;

#[cfg(feature = "blocking")]
pub mod blocking;
#[cfg(feature = "http")]
mod client;
#[cfg(feature = "http")]
mod pages;
#[cfg(feature = "http")]
mod send;

pub use activity::Completed;
pub use api_key::{ApiKey, Stamper, fingerprint};
pub use bundle::TargetKey;
pub use error::{Error, FieldViolation};
pub use generated::errors::ErrorName;
pub use generated::types::*;
pub use request::{SignedRequest, path_of};
pub use signed_bundle::{
    ExpectedExport, ExpectedImport, KeyFormat, seal_key_import, seal_otp, seal_wallet_import,
};
pub use values::Uint64;
pub use webhook::{Webhook, WebhookKey, WebhookVerifier};

#[cfg(feature = "http")]
pub use client::{Client, Config};
#[cfg(feature = "http")]
pub use pages::{Paged, Pages};
