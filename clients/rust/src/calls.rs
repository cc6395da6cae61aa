//! The most used calls.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Client, Error, Outcome};

/// The user of a key.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// Its organization.
    pub organization_id: String,
    /// Its organization's name.
    pub organization_name: String,
    /// Its user.
    pub user_id: String,
    /// Its user's name.
    pub username: String,
}

/// Selects a key of a wallet and the format of its address.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WalletAccount {
    /// Such as `CURVE_ED25519`.
    pub curve: String,
    /// `PATH_FORMAT_BIP32`
    pub path_format: String,
    /// Such as `m/44'/501'/0'/0'`.
    pub path: String,
    /// Such as `ADDRESS_FORMAT_SOLANA`.
    pub address_format: String,
}

/// An account with an Ethereum address at a path such as `m/44'/60'/0'/0/0`.
#[derive(Clone, Copy, Debug)]
pub struct EthereumAccount<'a>(pub &'a str);

impl From<EthereumAccount<'_>> for WalletAccount {
    fn from(EthereumAccount(path): EthereumAccount<'_>) -> Self {
        Self {
            curve: "CURVE_SECP256K1".into(),
            path_format: "PATH_FORMAT_BIP32".into(),
            path: path.into(),
            address_format: "ADDRESS_FORMAT_ETHEREUM".into(),
        }
    }
}

/// The result of `create_wallet`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wallet {
    /// For later calls.
    pub wallet_id: String,
    /// In the order of the accounts.
    pub addresses: Vec<String>,
}

/// A payload to sign, with its encoding and hash function.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RawPayload<'a> {
    /// An address, a public key or the id of a private key.
    pub sign_with: &'a str,
    /// In the encoding.
    pub payload: &'a str,
    /// Such as `PAYLOAD_ENCODING_HEXADECIMAL`.
    pub encoding: &'a str,
    /// Such as `HASH_FUNCTION_KECCAK256`.
    pub hash_function: &'a str,
}

/// Hexadecimal texts.
#[derive(Clone, Debug, Deserialize)]
pub struct Signature {
    /// 32 bytes.
    pub r: String,
    /// 32 bytes.
    pub s: String,
    /// Which of the possible public keys it is.
    pub v: String,
}

impl Client {
    /// Returns the user of the key.
    ///
    /// # Errors
    /// As [`Client::query`]
    pub fn whoami(&self) -> Result<Identity, Error> {
        self.query("whoami", json!({}))
    }

    /// Creates a wallet with a new recovery phrase.
    ///
    /// # Errors
    /// As [`Client::submit`]
    pub fn create_wallet(&self, name: &str, accounts: &[WalletAccount]) -> Result<Outcome<Wallet>, Error> {
        let parameters = json!({ "walletName": name, "accounts": accounts });
        self.submit("ACTIVITY_TYPE_CREATE_WALLET", parameters)?
            .and_then(|activity| activity.read_result())
    }

    /// Signs with a key of the organization.
    ///
    /// # Errors
    /// As [`Client::submit`]
    pub fn sign_raw_payload(&self, payload: &RawPayload<'_>) -> Result<Outcome<Signature>, Error> {
        self.submit("ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2", payload)?
            .and_then(|activity| activity.read_result())
    }
}
