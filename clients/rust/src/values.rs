//! Values that the generated types consist of.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{AddressFormat, Curve, PathFormat, Timestamp, WalletAccountParams};

/// A 64-bit number, which travels as text because JSON numbers lose precision. Seconds can be given as a [`Duration`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uint64(pub u64);

impl From<u64> for Uint64 {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl From<Duration> for Uint64 {
    fn from(duration: Duration) -> Self {
        Self(duration.as_secs())
    }
}

impl fmt::Display for Uint64 {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl Serialize for Uint64 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Uint64 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

impl From<Timestamp> for SystemTime {
    fn from(time: Timestamp) -> Self {
        UNIX_EPOCH + Duration::from_secs(time.seconds.0) + Duration::from_nanos(time.nanos.0)
    }
}

impl WalletAccountParams {
    /// An account with an Ethereum address at a derivation path, such as `m/44'/60'/0'/0/0`.
    #[must_use]
    pub fn ethereum(path: &str) -> Self {
        Self::new(Curve::Secp256k1, PathFormat::Bip32, path, AddressFormat::Ethereum)
    }
}
