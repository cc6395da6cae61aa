//! API keys and the stamps that they make.

use std::fmt;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use p256::ecdsa::{DerSignature, SigningKey, signature::Signer};
use p256::elliptic_curve::Generate;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::{ClientSignature, ClientSignatureScheme, Error, ErrorName};

/// A P-256 key pair that stamps requests. It is wiped when dropped, and prints as its public key.
pub struct ApiKey {
    public_key: String,
    private: SigningKey,
}

impl ApiKey {
    /// Reads a pair of hexadecimal texts: the compressed public key of 33 bytes and the private key of 32.
    ///
    /// # Errors
    /// `KEY_INVALID` if the keys don't match or aren't P-256 keys.
    pub fn new(public_key: &str, private_key: &str) -> Result<Self, Error> {
        let raw = parse_private_key(private_key)?;
        let key = Self::from_bytes(raw.as_slice())?;
        if key.public_key != public_key.to_lowercase() {
            let own = &key.public_key;
            let message = format!("the private key belongs to the public key {own}, not to {public_key:?}");
            return Err(Error::new("KEY_INVALID", message));
        }
        Ok(key)
    }

    /// Generates a key pair. Register its public key with `API_KEY_CURVE_P256`.
    #[must_use]
    pub fn generate() -> Self {
        Self::of(SigningKey::generate())
    }

    pub(crate) fn from_bytes(raw: &[u8]) -> Result<Self, Error> {
        SigningKey::from_slice(raw)
            .map(Self::of)
            .map_err(|_| Error::new("KEY_INVALID", NOT_A_KEY))
    }

    fn of(private: SigningKey) -> Self {
        let point = private.verifying_key().to_sec1_point(true);
        Self {
            public_key: hex::encode(point.as_bytes()),
            private,
        }
    }

    /// The compressed point, lower-case hexadecimal.
    #[must_use]
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// Signs exactly these bytes: the value of the `X-Stamp` header. Equal bytes get equal stamps (RFC 6979).
    #[must_use]
    pub fn stamp(&self, body: &[u8]) -> String {
        let stamp = json!({
            "publicKey": self.public_key,
            "scheme": "SIGNATURE_SCHEME_TK_API_P256",
            "signature": self.sign(body),
        });
        BASE64_URL_SAFE_NO_PAD.encode(stamp.to_string())
    }

    /// Proves to `Client::otp_login` that the key is the one that the token of `Client::verify_otp` names.
    ///
    /// # Errors
    /// `INPUT_INVALID` if the token is not a JWT
    pub fn client_signature(&self, verification_token: &str) -> Result<ClientSignature, Error> {
        self.prove_to(
            verification_token,
            |claims| json!({ "login": { "publicKey": self.public_key }, "tokenId": claims["id"] }),
        )
    }

    /// Proves the same to `Client::create_sub_organization`, for a root user with the contact that the token names.
    ///
    /// # Errors
    /// `INPUT_INVALID` if the token is not a JWT
    pub fn sign_up_signature(&self, verification_token: &str) -> Result<ClientSignature, Error> {
        self.prove_to(verification_token, |claims| {
            let is_phone = claims["verification_type"] == "OTP_TYPE_SMS";
            let member = if is_phone { "phoneNumber" } else { "email" };
            json!({ "signup": { member: claims["contact"] }, "tokenId": claims["id"] })
        })
    }

    fn prove_to(
        &self,
        verification_token: &str,
        statement: impl Fn(&Value) -> Value,
    ) -> Result<ClientSignature, Error> {
        let claims: Option<Value> = verification_token
            .split('.')
            .nth(1)
            .and_then(|payload| BASE64_URL_SAFE_NO_PAD.decode(payload).ok())
            .and_then(|payload| serde_json::from_slice(&payload).ok());
        let Some(claims) = claims else {
            return Err(Error::new(
                ErrorName::InputInvalid,
                "the verification token is not a JWT",
            ));
        };
        let message = statement(&claims).to_string();
        let signature = self.sign(message.as_bytes());
        Ok(ClientSignature::new(
            self.public_key(),
            ClientSignatureScheme::ApiP256,
            message,
            signature,
        ))
    }

    fn sign(&self, message: &[u8]) -> String {
        let signature: DerSignature = self.private.sign(message);
        hex::encode(signature.as_bytes())
    }
}

/// Signs the bytes of a body and returns the value of the `X-Stamp` header: an [`ApiKey`], or your own key service.
pub trait Stamper: Send + Sync {
    /// Signs exactly these bytes.
    ///
    /// # Errors
    /// Returned by every call of the client
    fn stamp(&self, body: &[u8]) -> Result<String, Error>;
}

impl Stamper for ApiKey {
    fn stamp(&self, body: &[u8]) -> Result<String, Error> {
        Ok(Self::stamp(self, body))
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "ApiKey({})", self.public_key)
    }
}

const NOT_A_KEY: &str = "the private key is not a 32-byte P-256 key";

pub(crate) fn parse_private_key(text: &str) -> Result<Zeroizing<[u8; 32]>, Error> {
    let mut raw = Zeroizing::new([0; 32]);
    hex::decode_to_slice(text, raw.as_mut_slice())
        .map_err(|_| Error::new("KEY_INVALID", "the private key is not 64 hexadecimal digits"))?;
    Ok(raw)
}

/// Identifies an activity by the posted bytes.
#[must_use]
pub fn fingerprint(body: &[u8]) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(body)))
}
