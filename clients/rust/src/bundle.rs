//! Credential bundles: HPKE (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.

use std::fmt;

use hpke::{
    Deserializable, Kem, OpModeR, Serializable, aead::AesGcm256, kdf::HkdfSha256, kem::DhP256HkdfSha256,
};
use p256::PublicKey;
use p256::elliptic_curve::Generate;
use p256::elliptic_curve::sec1::ToSec1Point;
use zeroize::Zeroizing;

use crate::api_key::parse_private_key;
use crate::{ApiKey, Error};

type P256 = DhP256HkdfSha256;

/// A protocol constant.
const INFO: &[u8] = b"turnkey_hpke";
const ENCAPPED_LENGTH: usize = 33;
const BUNDLE_LENGTH: usize = ENCAPPED_LENGTH + 32 + 16;
/// Longer than any text of so many bytes in base58.
const LONGEST_BUNDLE: usize = 130;

/// Receives what the API seals to this caller. Use it once. Wiped when dropped.
pub struct TargetKey {
    private: <P256 as Kem>::PrivateKey,
    public: Vec<u8>,
}

impl TargetKey {
    /// A fresh key.
    #[must_use]
    pub fn generate() -> Self {
        let secret = p256::SecretKey::generate();
        Self::from_bytes(&Zeroizing::new(secret.to_bytes())).expect("a fresh key is a key")
    }

    /// Reads a private key of 32 bytes, hexadecimal.
    ///
    /// # Errors
    /// `KEY_INVALID`
    pub fn new(private_key: &str) -> Result<Self, Error> {
        Self::from_bytes(parse_private_key(private_key)?.as_slice())
    }

    fn from_bytes(raw: &[u8]) -> Result<Self, Error> {
        let private = <P256 as Kem>::PrivateKey::from_bytes(raw)
            .map_err(|_| Error::new("KEY_INVALID", "the private key is not a key of P-256"))?;
        let public = P256::sk_to_pk(&private).to_bytes().to_vec();
        Ok(Self { private, public })
    }

    /// The `targetPublicKey` of a request: the uncompressed point, hexadecimal.
    #[must_use]
    pub fn public_key(&self) -> String {
        hex::encode(&self.public)
    }

    /// Opens what email auth, OTP auth, OAuth, recovery and read-write sessions give: an API key.
    ///
    /// # Errors
    /// `BUNDLE_NOT_OPENED` when the bundle is damaged, or for another key.
    pub fn open_credential_bundle(&self, bundle: &str) -> Result<ApiKey, Error> {
        let damaged = || Error::new("BUNDLE_NOT_OPENED", "the bundle was cut or changed");
        let other = || Error::new("BUNDLE_NOT_OPENED", "the bundle is for another target key");
        if bundle.len() > LONGEST_BUNDLE {
            return Err(damaged());
        }
        let data = bs58::decode(bundle)
            .with_check(None)
            .into_vec()
            .map_err(|_| damaged())?;
        // Its first byte too: the library would also read a form of points that the protocol does not have.
        if data.len() != BUNDLE_LENGTH || !matches!(data[0], 2 | 3) {
            return Err(damaged());
        }
        let (compressed, ciphertext) = data.split_at(ENCAPPED_LENGTH);
        let point = PublicKey::from_sec1_bytes(compressed).map_err(|_| damaged())?;
        let encapped = point.to_sec1_point(false);
        let aad = [encapped.as_bytes(), &self.public].concat();
        let key = <P256 as Kem>::EncappedKey::from_bytes(encapped.as_bytes()).map_err(|_| damaged())?;
        let raw = hpke::single_shot_open::<AesGcm256, HkdfSha256, P256>(
            &OpModeR::Base,
            &self.private,
            &key,
            INFO,
            ciphertext,
            &aad,
        )
        .map_err(|_| other())?;
        ApiKey::from_bytes(&Zeroizing::new(raw))
    }
}

impl fmt::Debug for TargetKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "TargetKey({})", self.public_key())
    }
}
