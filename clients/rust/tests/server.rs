//! Runs against the server that `KEYWRIGHT_BASE_URL` names.
#![cfg(feature = "http")]

use std::env::var;
use std::time::{SystemTime, UNIX_EPOCH};

use keywright::{
    ApiKey, Client, Config, EthereumAccount, ExpectedExport, ExpectedImport, KeyFormat, Outcome, RawPayload,
    TargetKey, Wallet, fingerprint, seal_key_import,
};
use serde_json::{Value, json};

fn live() -> Option<Client> {
    if var("KEYWRIGHT_BASE_URL").is_err() {
        eprintln!("NOT RUN: KEYWRIGHT_BASE_URL names no server; start one with `keywright dev`");
        return None;
    }
    Some(Client::from_environment().unwrap())
}

fn unique(name: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    format!("Rust {name} {}", now.as_nanos())
}

#[test]
fn whoami_wallet_and_signature() {
    let Some(client) = live() else { return };
    assert_eq!(
        client.whoami().unwrap().organization_id,
        client.config().organization_id
    );
    let name = unique("wallet");
    let accounts = [EthereumAccount("m/44'/60'/0'/0/0").into()];
    let wallet = client
        .create_wallet(&name, &accounts)
        .unwrap()
        .completed()
        .unwrap();
    let payload = RawPayload {
        sign_with: &wallet.addresses[0],
        payload: "hello",
        encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
        hash_function: "HASH_FUNCTION_KECCAK256",
    };
    let signature = client.sign_raw_payload(&payload).unwrap().completed().unwrap();
    assert_eq!((signature.r.len(), signature.s.len()), (64, 64));
    let list: Value = client.query("list_wallets", json!({})).unwrap();
    assert!(
        list["wallets"]
            .as_array()
            .unwrap()
            .iter()
            .any(|wallet| wallet["walletName"] == name)
    );
    let taken = client.create_wallet(&name, &[]).unwrap_err();
    assert!(taken.status.is_some() && taken.name != "UNKNOWN", "{taken:?}");
}

#[test]
fn the_same_bytes_are_one_activity() {
    let Some(client) = live() else { return };
    let parameters = json!({ "walletName": unique("twice"), "accounts": [] });
    let request = client
        .sign_submit("ACTIVITY_TYPE_CREATE_WALLET", parameters)
        .unwrap();
    let (first, second) = (client.send(&request).unwrap(), client.send(&request).unwrap());
    assert_eq!(first["activity"]["id"], second["activity"]["id"]);
    assert_eq!(first["activity"]["fingerprint"], fingerprint(&request.body));
}

#[test]
fn a_sealed_session() {
    let Some(client) = live() else { return };
    let target = TargetKey::generate();
    let parameters = json!({ "targetPublicKey": target.public_key() });
    let session = client
        .submit("ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", parameters)
        .unwrap();
    let session: Value = session.completed().unwrap().read_result().unwrap();
    let key = target
        .open_credential_bundle(session["credentialBundle"].as_str().unwrap())
        .unwrap();
    Client::new(client.config().clone(), key)
        .unwrap()
        .whoami()
        .unwrap();
}

fn run(client: &Client, activity_type: &str, parameters: Value) -> Value {
    let outcome = client.submit(activity_type, parameters).unwrap();
    outcome.completed().unwrap().read_result().unwrap()
}

#[test]
fn a_wallet_leaves() {
    let Some(client) = live() else { return };
    let wallet = client.create_wallet(&unique("leaving"), &[]).unwrap();
    let wallet_id = wallet.completed().unwrap().wallet_id;
    let target = TargetKey::generate();
    let parameters = json!({ "walletId": wallet_id, "targetPublicKey": target.public_key() });
    let exported = run(&client, "ACTIVITY_TYPE_EXPORT_WALLET", parameters);
    let expected = ExpectedExport {
        signer_public_key: &var("KEYWRIGHT_SIGNER_PUBLIC_KEY").unwrap(),
        organization_id: &client.config().organization_id,
    };
    let phrase = target.open_wallet_export(exported["exportBundle"].as_str().unwrap(), &expected);
    assert_eq!(phrase.unwrap().split(' ').count(), 12);
}

#[test]
fn a_private_key_comes_in() {
    let Some(client) = live() else { return };
    let user_id = client.whoami().unwrap().user_id;
    let parameters = json!({ "userId": user_id });
    let started = run(&client, "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY", parameters);
    let expected = ExpectedImport {
        signer_public_key: &var("KEYWRIGHT_SIGNER_PUBLIC_KEY").unwrap(),
        organization_id: &client.config().organization_id,
        user_id: &user_id,
    };
    let secret = fingerprint(unique("secret").as_bytes()).replace("sha256:", "0x");
    let bundle = started["importBundle"].as_str().unwrap();
    let answer = seal_key_import(&secret, KeyFormat::Hexadecimal, bundle, &expected).unwrap();
    let parameters = json!({
        "userId": user_id, "privateKeyName": unique("arrived"), "encryptedBundle": answer,
        "curve": "CURVE_ED25519", "addressFormats": ["ADDRESS_FORMAT_SOLANA"],
    });
    let arrived = run(&client, "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY", parameters);
    assert!(arrived["addresses"][0]["address"].is_string());
}

/// The organization of `KEYWRIGHT_TEAM_…` has two root users and a quorum of two.
#[test]
fn consensus() {
    let Some(client) = live() else { return };
    let member = |prefix: &str| {
        let read = |name: &str| var(format!("{prefix}_{name}")).unwrap();
        let config = Config {
            organization_id: var("KEYWRIGHT_TEAM_ORGANIZATION_ID").unwrap(),
            ..client.config().clone()
        };
        Client::new(
            config,
            ApiKey::new(&read("PUBLIC_KEY"), &read("PRIVATE_KEY")).unwrap(),
        )
        .unwrap()
    };
    let (first, second) = (member("KEYWRIGHT_TEAM_FIRST"), member("KEYWRIGHT_TEAM_SECOND"));
    let Outcome::ConsensusNeeded(activity) = first.create_wallet(&unique("team"), &[]).unwrap() else {
        panic!("it was executed without consensus");
    };
    let vote = json!({ "fingerprint": activity.fingerprint });
    let voted = second.submit("ACTIVITY_TYPE_APPROVE_ACTIVITY", vote).unwrap();
    assert!(voted.completed().is_some());
    let done = first
        .wait_for_activity(&activity.id)
        .unwrap()
        .completed()
        .unwrap();
    done.read_result::<Wallet>().unwrap();
}

#[test]
fn a_key_that_nobody_knows() {
    let Some(client) = live() else { return };
    let stranger = Client::new(client.config().clone(), ApiKey::generate()).unwrap();
    assert_eq!(stranger.whoami().unwrap_err().name, "API_KEY_NOT_FOUND");
}
