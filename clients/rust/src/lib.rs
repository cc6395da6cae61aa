//! Client of the Keywright API: stamps requests with a P-256 API key, sends them, waits for activities, and opens and seals
//! bundles.
//!
//! With the feature `http` (on by default) there is a blocking [`Client`]. Without it, the crate only makes stamps and opens
//! bundles, for use with any HTTP client.
//!
//! ```no_run
//! use keywright::{Client, EthereumAccount, Outcome};
//!
//! # fn main() -> Result<(), keywright::Error> {
//! let client = Client::from_environment()?;
//! println!("{}", client.whoami()?.username);
//! match client.create_wallet("treasury", &[EthereumAccount("m/44'/60'/0'/0/0").into()])? {
//!     Outcome::Completed(wallet) => println!("{:?}", wallet.addresses),
//!     Outcome::ConsensusNeeded(activity) => println!("waiting for votes on {}", activity.fingerprint),
//! }
//! # Ok(())
//! # }
//! ```

mod api_key;
mod bundle;
mod error;
mod help;
mod request;
mod signed_bundle;

#[cfg(feature = "http")]
mod activity;
#[cfg(feature = "http")]
mod calls;
#[cfg(feature = "http")]
mod client;
#[cfg(feature = "http")]
mod send;

pub use api_key::{ApiKey, fingerprint};
pub use bundle::TargetKey;
pub use error::{Error, FieldViolation};
pub use request::{SignedRequest, path_of};
pub use signed_bundle::{ExpectedExport, ExpectedImport, KeyFormat, seal_key_import, seal_wallet_import};

#[cfg(feature = "http")]
pub use activity::{Activity, Outcome};
#[cfg(feature = "http")]
pub use calls::{EthereumAccount, Identity, RawPayload, Signature, Wallet, WalletAccount};
#[cfg(feature = "http")]
pub use client::{Client, Config};
