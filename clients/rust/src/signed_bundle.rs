//! Bundles that the server signs: secrets that leave (exports) and secrets that come in (imports).

use ed25519_dalek::SigningKey;
use p256::ecdsa::{DerSignature, VerifyingKey, signature::Verifier};
use serde::Deserialize;
use serde_json::json;
use zeroize::Zeroizing;

use crate::bundle::{malformed, seal_to};
use crate::{Error, TargetKey};

/// What an export bundle must match.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedExport<'a> {
    /// The key that signs the server's bundles, 65 bytes in hexadecimal. The server prints it; pin it in your
    /// configuration.
    pub signer_public_key: &'a str,
    /// The organization that owns the key.
    pub organization_id: &'a str,
}

/// What an import bundle must match.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedImport<'a> {
    /// As in [`ExpectedExport`].
    pub signer_public_key: &'a str,
    /// The organization that imports the key.
    pub organization_id: &'a str,
    /// The user who requested the import.
    pub user_id: &'a str,
}

/// Encoding of a private key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyFormat {
    /// 64 digits.
    #[default]
    Hexadecimal,
    /// Base58 of seed and public key, as Solana wallets do.
    Solana,
}

const VERSION: &str = "v1.0.0";
/// Upper bound of a bundle's text, far above any phrase.
const LONGEST: usize = 65_536;
/// Upper bound of 64 bytes in base58.
const LONGEST_SOLANA_KEY: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Outer {
    version: String,
    data: String,
    data_signature: String,
    enclave_quorum_public: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Data {
    encapped_public: String,
    ciphertext: String,
    target_public: String,
    organization_id: String,
    user_id: String,
}

impl TargetKey {
    /// Opens the `export_bundle` of `Client::export_wallet`: the recovery phrase.
    ///
    /// # Errors
    /// `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_MISMATCH`, `BUNDLE_SIGNATURE_INVALID`, `BUNDLE_ORGANIZATION_MISMATCH`,
    /// `BUNDLE_FOR_ANOTHER_KEY`, `SECRET_MALFORMED`
    pub fn open_wallet_export(
        &self,
        bundle: &str,
        expected: &ExpectedExport,
    ) -> Result<Zeroizing<String>, Error> {
        let phrase = self.open_export(bundle, expected)?;
        let text = std::str::from_utf8(&phrase)
            .map_err(|_| secret("the bundle has no recovery phrase: is it a private key export?"))?;
        Ok(Zeroizing::new(text.into()))
    }

    /// Opens the `export_bundle` of `Client::export_private_key` and `Client::export_wallet_account`: the
    /// private key, written in the format.
    ///
    /// # Errors
    /// As [`Self::open_wallet_export`]
    pub fn open_key_export(
        &self,
        bundle: &str,
        format: KeyFormat,
        expected: &ExpectedExport,
    ) -> Result<Zeroizing<String>, Error> {
        let raw = self.open_export(bundle, expected)?;
        let seed: &[u8; 32] = raw
            .as_slice()
            .try_into()
            .map_err(|_| secret("the bundle has no private key: is it a wallet export?"))?;
        Ok(Zeroizing::new(match format {
            KeyFormat::Hexadecimal => hex::encode(seed),
            KeyFormat::Solana => bs58::encode(solana_key(seed)).into_string(),
        }))
    }

    fn open_export(&self, bundle: &str, expected: &ExpectedExport) -> Result<Zeroizing<Vec<u8>>, Error> {
        let data = read_signed(bundle, expected.signer_public_key, expected.organization_id)?;
        self.open(
            &parse_hex("encappedPublic", &data.encapped_public)?,
            &parse_hex("ciphertext", &data.ciphertext)?,
        )
    }
}

/// Seals a recovery phrase to the `import_bundle` of `Client::init_import_wallet`. The answer is the
/// `encrypted_bundle` of `Client::import_wallet`. White space and case are normalized. The server checks whether the
/// words form a valid phrase.
///
/// # Errors
/// `SECRET_MALFORMED`, `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_MISMATCH`, `BUNDLE_SIGNATURE_INVALID`,
/// `BUNDLE_ORGANIZATION_MISMATCH`, `BUNDLE_USER_MISMATCH`
pub fn seal_wallet_import(
    phrase: &str,
    import_bundle: &str,
    expected: &ExpectedImport,
) -> Result<String, Error> {
    let phrase = Zeroizing::new(phrase.to_lowercase());
    let words: Vec<_> = phrase.split_whitespace().collect();
    if words.len() < 12 {
        let message = format!(
            "a recovery phrase has at least 12 words, this one has {}",
            words.len()
        );
        return Err(secret(&message));
    }
    seal_import(
        Zeroizing::new(words.join(" ")).as_bytes(),
        import_bundle,
        expected,
    )
}

/// Seals a private key, written in the format, to the `import_bundle` of `Client::init_import_private_key`. The
/// answer is the `encrypted_bundle` of `Client::import_private_key`.
///
/// # Errors
/// As [`seal_wallet_import`]
pub fn seal_key_import(
    private_key: &str,
    format: KeyFormat,
    import_bundle: &str,
    expected: &ExpectedImport,
) -> Result<String, Error> {
    let text = private_key.trim();
    let raw = match format {
        KeyFormat::Hexadecimal => read_hexadecimal_key(text)?,
        KeyFormat::Solana => read_solana_key(text)?,
    };
    seal_import(raw.as_slice(), import_bundle, expected)
}

fn seal_import(plaintext: &[u8], import_bundle: &str, expected: &ExpectedImport) -> Result<String, Error> {
    let data = read_signed(
        import_bundle,
        expected.signer_public_key,
        expected.organization_id,
    )?;
    if data.user_id != expected.user_id {
        let message = format!(
            "the bundle is for user {:?}, not for {:?}",
            data.user_id, expected.user_id
        );
        return Err(Error::new("BUNDLE_USER_MISMATCH", message));
    }
    seal(&data, plaintext)
}

/// Seals a one-time code, and the public key that it authorizes, to the `otp_encryption_target_bundle` of
/// `Client::init_otp`. The answer is the `encrypted_otp_bundle` of `Client::verify_otp`.
///
/// # Errors
/// As [`seal_wallet_import`]
pub fn seal_otp(
    code: &str,
    public_key: &str,
    target_bundle: &str,
    expected: &ExpectedExport,
) -> Result<String, Error> {
    let data = read_signed(
        target_bundle,
        expected.signer_public_key,
        expected.organization_id,
    )?;
    let plaintext = json!({ "otp_code": code, "public_key": public_key }).to_string();
    seal(&data, plaintext.as_bytes())
}

fn seal(data: &Data, plaintext: &[u8]) -> Result<String, Error> {
    let (encapped, ciphertext) = seal_to(&parse_hex("targetPublic", &data.target_public)?, plaintext)?;
    let message = json!({ "encappedPublic": hex::encode(encapped), "ciphertext": hex::encode(ciphertext) });
    Ok(message.to_string())
}

/// The data of a bundle that the pinned signer signed for the organization.
fn read_signed(bundle: &str, signer_public_key: &str, organization_id: &str) -> Result<Data, Error> {
    if bundle.len() > LONGEST {
        return Err(malformed("it is too long"));
    }
    let outer: Outer =
        serde_json::from_str(bundle).map_err(|_| malformed("it is not a JSON object of texts"))?;
    if outer.version != VERSION {
        return Err(malformed(&format!("its version is not {VERSION}")));
    }
    let signer = &outer.enclave_quorum_public;
    if !signer.eq_ignore_ascii_case(signer_public_key) {
        let message = format!("the bundle is signed by {signer:?}, not by {signer_public_key:?}");
        return Err(Error::new("BUNDLE_SIGNER_MISMATCH", message));
    }
    let data = parse_hex("data", &outer.data)?;
    if !is_signed_by(signer, &data, &outer.data_signature) {
        let message = "the signature of the bundle is invalid";
        return Err(Error::new("BUNDLE_SIGNATURE_INVALID", message));
    }
    let members: Data =
        serde_json::from_slice(&data).map_err(|_| malformed("its data is not a JSON object of texts"))?;
    if members.organization_id != organization_id {
        let other = &members.organization_id;
        let message = format!("the bundle belongs to organization {other:?}, not to {organization_id:?}");
        return Err(Error::new("BUNDLE_ORGANIZATION_MISMATCH", message));
    }
    Ok(members)
}

fn is_signed_by(signer: &str, data: &[u8], signature: &str) -> bool {
    let key = hex::decode(signer).ok();
    let key = key.and_then(|point| VerifyingKey::from_sec1_bytes(&point).ok());
    let der = hex::decode(signature).ok();
    let signature = der.and_then(|der| DerSignature::try_from(der.as_slice()).ok());
    key.zip(signature)
        .is_some_and(|(key, signature)| key.verify(data, &signature).is_ok())
}

fn parse_hex(member: &str, text: &str) -> Result<Vec<u8>, Error> {
    let bytes = hex::decode(text).ok().filter(|bytes| !bytes.is_empty());
    bytes.ok_or_else(|| malformed(&format!("member `{member}` is missing or not hexadecimal")))
}

fn read_hexadecimal_key(text: &str) -> Result<Zeroizing<[u8; 32]>, Error> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let mut raw = Zeroizing::new([0; 32]);
    hex::decode_to_slice(digits.unwrap_or(text), raw.as_mut_slice())
        .map_err(|_| secret("the key is not 32 bytes in hexadecimal"))?;
    Ok(raw)
}

fn read_solana_key(text: &str) -> Result<Zeroizing<[u8; 32]>, Error> {
    let not_a_key = || secret("the key is not base58 of 64 bytes");
    if text.len() > LONGEST_SOLANA_KEY {
        return Err(not_a_key());
    }
    let whole = Zeroizing::new(bs58::decode(text).into_vec().map_err(|_| not_a_key())?);
    let whole: &[u8; 64] = whole.as_slice().try_into().map_err(|_| not_a_key())?;
    let mut seed = Zeroizing::new([0; 32]);
    seed.copy_from_slice(&whole[..32]);
    if solana_key(&seed) != *whole {
        return Err(secret(
            "the private and public half of the Solana key don't match",
        ));
    }
    Ok(seed)
}

/// Seed and public key.
fn solana_key(seed: &[u8; 32]) -> [u8; 64] {
    SigningKey::from_bytes(seed).to_keypair_bytes()
}

fn secret(message: &str) -> Error {
    Error::new("SECRET_MALFORMED", message)
}
