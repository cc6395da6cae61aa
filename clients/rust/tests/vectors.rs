//! The test vectors that all clients share.

use keywright::{
    ApiKey, Error, ErrorName, ExpectedExport, ExpectedImport, KeyFormat, TargetKey, WebhookKey,
    WebhookVerifier, fingerprint, path_of, seal_key_import, seal_wallet_import,
};
use serde::Deserialize;
use serde_json::Value;
use std::time::{Duration, UNIX_EPOCH};

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
            assert_eq!(error.name, ErrorName::KeyInvalid);
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
        assert_eq!(error.name.as_str(), text(&vector, "error"), "{vector}");
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
            open_export(&vector).unwrap_err().name.as_str(),
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
        assert_eq!(error.name.as_str(), text(&vector, "error"), "{vector}");
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
    assert_eq!(Error::new("UNKNOWN", "").help(), None);
}

#[test]
fn paths() {
    let all: Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    for (activity_type, path) in all["activityTypes"].as_object().unwrap() {
        assert_eq!(path_of(activity_type), path.as_str().unwrap());
    }
}

#[test]
fn webhooks() {
    let all: Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    let keys = Vec::<WebhookKey>::deserialize(&all["webhooks"]["keys"]).unwrap();
    let verifier = WebhookVerifier::new(keys);
    for vector in all["webhooks"]["deliveries"].as_array().unwrap() {
        let now = UNIX_EPOCH + Duration::from_secs(vector["now"].as_u64().unwrap());
        let header = |name: &str| vector["headers"][name].as_str();
        let verified = verifier.verify_at(now, text(vector, "body").as_bytes(), header);
        match verified {
            Ok(webhook) => {
                assert!(vector["error"].is_null(), "{vector}");
                assert_eq!(webhook.event_id, "evt_1");
                assert_eq!(webhook.organization_id, webhook.activity.organization_id);
            }
            Err(error) => assert_eq!(error.name.as_str(), vector["error"], "{vector}"),
        }
    }
}
