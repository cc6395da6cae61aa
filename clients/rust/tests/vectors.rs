//! The vectors that all clients share.

use keywright::{ApiKey, TargetKey, fingerprint, path_of};
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
        assert_eq!(error.name, "BUNDLE_NOT_OPENED", "{vector}");
    }
}

#[test]
fn paths() {
    let all: Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    for (activity_type, path) in all["activityTypes"].as_object().unwrap() {
        assert_eq!(path_of(activity_type), path.as_str().unwrap());
    }
}
