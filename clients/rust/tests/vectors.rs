//! The test vectors that all clients share.

use keywright::{
    ApiKey, Error, ExpectedExport, ExpectedImport, KeyFormat, TargetKey, fingerprint, path_of,
    seal_key_import, seal_wallet_import,
};
use serde_json::Value;

fn vectors(name: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    let list = all[name].as_array().unwrap().clone();
    assert!(!list.is_empty());
    list
}

fn text<'a>(vector: &'a Value, member: &str) -> &'a str {
    vector[member].as_str().unwrap()
}

fn key_of(vector: &Value) -> Result<ApiKey, keywright::Error> {
    ApiKey::new(text(vector, "publicKey"), text(vector, "privateKey"))
}

#[test]
fn stamps() {
    for vector in vectors("stamps") {
        let body = text(&vector, "body").as_bytes();
        assert_eq!(key_of(&vector).unwrap().stamp(body), text(&vector, "header"));
        assert_eq!(fingerprint(body), text(&vector, "fingerprint"));
    }
}

#[test]
fn key_pairs() {
    for vector in vectors("keyPairs") {
        let key = key_of(&vector);
        assert_eq!(key.is_ok(), vector["accepted"].as_bool().unwrap(), "{vector}");
        if let Err(error) = key {
            assert_eq!(error.name, "KEY_INVALID");
            let secret = text(&vector, "privateKey");
            assert!(secret.is_empty() || !error.message.contains(secret));
        }
    }
}

#[test]
fn credential_bundles() {
    for vector in vectors("credentialBundles") {
        let target = TargetKey::new(text(&vector, "targetPrivateKey")).unwrap();
        assert_eq!(target.public_key(), text(&vector, "targetPublicKey"));
        let key = target.open_credential_bundle(text(&vector, "bundle")).unwrap();
        assert_eq!(key.public_key(), text(&vector, "publicKey"));
        assert_eq!(key.stamp(b"body"), key_of(&vector).unwrap().stamp(b"body"));
    }
}

#[test]
fn broken_credential_bundles() {
    for vector in vectors("brokenCredentialBundles") {
        let target = TargetKey::new(text(&vector, "targetPrivateKey")).unwrap();
        let error = target
            .open_credential_bundle(text(&vector, "bundle"))
            .unwrap_err();
        assert_eq!(error.name, text(&vector, "error"), "{vector}");
    }
}

fn format_of(vector: &Value) -> KeyFormat {
    match text(vector, "format") {
        "SOLANA" => KeyFormat::Solana,
        _ => KeyFormat::Hexadecimal,
    }
}

fn open_export(vector: &Value) -> Result<String, Error> {
    let target = TargetKey::new(text(vector, "targetPrivateKey")).unwrap();
    let bundle = text(vector, "bundle");
    let expected = ExpectedExport {
        signer_public_key: text(vector, "signerPublicKey"),
        organization_id: text(vector, "organizationId"),
    };
    let secret = match text(vector, "of") {
        "phrase" => target.open_wallet_export(bundle, &expected),
        _ => target.open_key_export(bundle, format_of(vector), &expected),
    };
    secret.map(|secret| secret.to_string())
}

#[test]
fn export_bundles() {
    for vector in vectors("exportBundles") {
        assert_eq!(open_export(&vector).unwrap(), text(&vector, "secret"));
    }
}

#[test]
fn broken_export_bundles() {
    for vector in vectors("brokenExportBundles") {
        assert_eq!(
            open_export(&vector).unwrap_err().name,
            text(&vector, "error"),
            "{vector}"
        );
    }
}

#[test]
fn broken_import_bundles() {
    for vector in vectors("brokenImportBundles") {
        let (secret, bundle) = (text(&vector, "secret"), text(&vector, "bundle"));
        let expected = ExpectedImport {
            signer_public_key: text(&vector, "signerPublicKey"),
            organization_id: text(&vector, "organizationId"),
            user_id: text(&vector, "userId"),
        };
        let error = match text(&vector, "of") {
            "phrase" => seal_wallet_import(secret, bundle, &expected),
            _ => seal_key_import(secret, format_of(&vector), bundle, &expected),
        }
        .unwrap_err();
        assert_eq!(error.name, text(&vector, "error"), "{vector}");
        assert!(!error.to_string().contains(secret));
    }
}

/// Every error says what happened and what to do.
#[test]
fn help() {
    let error = TargetKey::new("").unwrap_err();
    let (message, help) = (&error.message, error.help().unwrap());
    assert_eq!(
        error.to_string(),
        format!("TARGET_KEY_MALFORMED: {message}. {help}")
    );
    assert_eq!(Error::default().help(), None);
}

#[test]
fn paths() {
    let all: Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    for (activity_type, path) in all["activityTypes"].as_object().unwrap() {
        assert_eq!(path_of(activity_type), path.as_str().unwrap());
    }
}
