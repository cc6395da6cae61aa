//! Target keys, and what is sealed to them: HPKE (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.

use std::fmt;

use hpke::{
    Deserializable, Kem, OpModeR, OpModeS, Serializable, aead::AesGcm256, kdf::HkdfSha256,
    kem::DhP256HkdfSha256,
};
use p256::PublicKey;
use p256::elliptic_curve::Generate;
use p256::elliptic_curve::sec1::ToSec1Point;
use zeroize::Zeroizing;

use crate::{ApiKey, Error};

type P256 = DhP256HkdfSha256;

/// A protocol constant.
const INFO: &[u8] = b"turnkey_hpke";
const ENCAPPED_LENGTH: usize = 33;
const BUNDLE_LENGTH: usize = ENCAPPED_LENGTH + 32 + 16;
/// An upper bound of the base58 length of this many bytes.
const LONGEST_BUNDLE: usize = 130;

/// Opens what the API seals to this caller. Use it once. Wiped when dropped.
pub struct TargetKey {
    private: <P256 as Kem>::PrivateKey,
    public: Vec<u8>,
}

impl TargetKey {
    /// Generates a key.
    #[must_use]
    pub fn generate() -> Self {
        let secret = p256::SecretKey::generate();
        Self::from_bytes(&Zeroizing::new(secret.to_bytes())).expect("a fresh key is a key")
    }

    /// Reads a private key of 32 bytes, hexadecimal.
    ///
    /// # Errors
    /// `TARGET_KEY_MALFORMED`
    pub fn new(private_key: &str) -> Result<Self, Error> {
        let mut raw = Zeroizing::new([0; 32]);
        let read = hex::decode_to_slice(private_key, raw.as_mut_slice());
        read.map_err(|_| not_a_key("the private key is not 64 hexadecimal digits"))?;
        Self::from_bytes(raw.as_slice())
    }

    fn from_bytes(raw: &[u8]) -> Result<Self, Error> {
        let private = <P256 as Kem>::PrivateKey::from_bytes(raw)
            .map_err(|_| not_a_key("the private key is not a key of P-256"))?;
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
    /// `BUNDLE_MALFORMED` when the bundle was cut, `BUNDLE_FOR_ANOTHER_KEY`
    pub fn open_credential_bundle(&self, bundle: &str) -> Result<ApiKey, Error> {
        let text = bundle.trim();
        if text.len() > LONGEST_BUNDLE {
            return Err(malformed("it is longer than any credential bundle"));
        }
        // Includes the first byte, because the library also reads a point format that the protocol doesn't use.
        let data = bs58::decode(text).with_check(None).into_vec().ok();
        let data = data.filter(|data| data.len() == BUNDLE_LENGTH && matches!(data[0], 2 | 3));
        let data = data.ok_or_else(|| {
            malformed(&format!(
                "it is not base58check of {BUNDLE_LENGTH} bytes: was it copied completely?"
            ))
        })?;
        let (compressed, ciphertext) = data.split_at(ENCAPPED_LENGTH);
        // Bundles contain the compressed point; HPKE uses the uncompressed one.
        let point = PublicKey::from_sec1_bytes(compressed)
            .map_err(|_| malformed("its ephemeral key is not a point on P-256"))?;
        let raw = self.open(point.to_sec1_point(false).as_bytes(), ciphertext)?;
        ApiKey::from_bytes(&raw)
    }

    /// Opens a message of HPKE, with both public keys as associated data.
    pub(crate) fn open(&self, encapped: &[u8], ciphertext: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let other = || {
            let own = self.public_key();
            let message = format!("the bundle was sealed to another target key than {own}");
            Error::new("BUNDLE_FOR_ANOTHER_KEY", message)
        };
        let key = <P256 as Kem>::EncappedKey::from_bytes(encapped).map_err(|_| other())?;
        let aad = [encapped, &self.public].concat();
        hpke::single_shot_open::<AesGcm256, HkdfSha256, P256>(
            &OpModeR::Base,
            &self.private,
            &key,
            INFO,
            ciphertext,
            &aad,
        )
        .map(Zeroizing::new)
        .map_err(|_| other())
    }
}

/// The ephemeral key, 65 bytes, and the ciphertext with its tag.
///
/// # Errors
/// `BUNDLE_MALFORMED` when the target is not a point of P-256
pub(crate) fn seal_to(target: &[u8], plaintext: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let not_a_point = || malformed("member `targetPublic` is not a point of P-256");
    let public = <P256 as Kem>::PublicKey::from_bytes(target).map_err(|_| not_a_point())?;
    let (key, mut sender) = hpke::setup_sender::<AesGcm256, HkdfSha256, P256>(&OpModeS::Base, &public, INFO)
        .map_err(|_| not_a_point())?;
    let encapped = key.to_bytes().to_vec();
    let sealed = sender.seal(plaintext, &[encapped.as_slice(), target].concat());
    Ok((encapped, sealed.map_err(|_| not_a_point())?))
}

pub(crate) fn malformed(reason: &str) -> Error {
    Error::new(
        "BUNDLE_MALFORMED",
        format!("the bundle is not readable: {reason}"),
    )
}

fn not_a_key(message: &str) -> Error {
    Error::new("TARGET_KEY_MALFORMED", message)
}

impl fmt::Debug for TargetKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "TargetKey({})", self.public_key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hpke::aead::AesGcm128;
    use serde_json::Value;

    fn vectors() -> Value {
        serde_json::from_str(include_str!("../../vectors.json")).unwrap()
    }

    /// RFC 9180 A.3.1, of the library that opens.
    #[test]
    fn rfc_9180() {
        let vector = &vectors()["hpke"];
        let raw = |name: &str| hex::decode(vector[name].as_str().unwrap()).unwrap();
        let target = TargetKey::from_bytes(&raw("skRm")).unwrap();
        let key = <P256 as Kem>::EncappedKey::from_bytes(&raw("pkEm")).unwrap();
        let opened = hpke::single_shot_open::<AesGcm128, HkdfSha256, P256>(
            &OpModeR::Base,
            &target.private,
            &key,
            &raw("info"),
            &raw("ciphertext"),
            &raw("aad"),
        );
        assert_eq!(opened.unwrap(), raw("plaintext"));
    }

    #[test]
    fn imports_as_the_engine_finds_them() {
        use crate::{ExpectedImport, KeyFormat, seal_key_import, seal_wallet_import};
        for vector in vectors()["importBundles"].as_array().unwrap() {
            let text = |name: &str| vector[name].as_str().unwrap();
            let expected = ExpectedImport {
                signer_public_key: text("signerPublicKey"),
                organization_id: text("organizationId"),
                user_id: text("userId"),
            };
            let format = if text("format") == "SOLANA" {
                KeyFormat::Solana
            } else {
                KeyFormat::Hexadecimal
            };
            let answer = match text("of") {
                "phrase" => seal_wallet_import(text("secret"), text("bundle"), &expected),
                _ => seal_key_import(text("secret"), format, text("bundle"), &expected),
            };
            let message: Value = serde_json::from_str(&answer.unwrap()).unwrap();
            let raw = |name: &str| hex::decode(message[name].as_str().unwrap()).unwrap();
            let inbox = TargetKey::new(text("inboxPrivateKey")).unwrap();
            let found = inbox.open(&raw("encappedPublic"), &raw("ciphertext")).unwrap();
            assert_eq!(hex::encode(&*found), text("plaintext"), "{}", text("name"));
        }
    }
}
