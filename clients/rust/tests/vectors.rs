//! The test vectors that all clients share.

use keywright::{ApiKey, Error, TargetKey, WebhookKey, WebhookVerifier, fingerprint, path_of};
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
