//! Runs against the server that `KEYWRIGHT_BASE_URL` names.
#![cfg(feature = "http")]

use std::env::var;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{SystemTime, UNIX_EPOCH};

use keywright::{
    ApiKey, Client, CreateSubOrganizationParams, ExpectedExport, InitOtpParams, ListVerifiedSuborgsParams,
    OtpLoginParams, OtpType, RootUserParams, VerifiedSubOrganizationFilter, VerifyOtpParams, seal_otp,
};

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

fn pins<'a>(client: &'a Client, signer_public_key: &'a str) -> ExpectedExport<'a> {
    ExpectedExport {
        signer_public_key,
        organization_id: &client.config().organization_id,
    }
}

/// A one-time code signs a user of a sub-organization in, by the key that the login names.
#[tokio::test]
async fn sign_in_by_code() {
    let Some(client) = live() else { return };
    let email = format!("{}@example.com", unique("code").replace(' ', "-"));
    let alice = RootUserParams::new("Alice", [], [], []).user_email(&email);
    let suborg = client.create_sub_organization(CreateSubOrganizationParams::new(&email, [alice], 1));
    let suborg = suborg.await.unwrap().result.sub_organization_id;
    let (key, token) = proven_by_code(&client, &email).await;
    let login = OtpLoginParams::new(&token, key.public_key(), key.client_signature(&token).unwrap());
    client.for_organization(&suborg).otp_login(login).await.unwrap();
    assert_eq!(
        client.acting_as(&suborg, key).whoami().await.unwrap().username,
        "Alice"
    );
}

/// A one-time code proves the address of a new sub-organization's root user.
#[tokio::test]
async fn sign_up_by_code() {
    let Some(client) = live() else { return };
    let email = format!("{}@example.com", unique("signup").replace(' ', "-"));
    let (key, token) = proven_by_code(&client, &email).await;
    let alice = RootUserParams::new("Alice", [], [], []).user_email(&email);
    let params = CreateSubOrganizationParams::new(&email, [alice], 1)
        .verification_token(&token)
        .client_signature(key.sign_up_signature(&token).unwrap());
    let suborg = client.create_sub_organization(params).await.unwrap().result;
    let filter = ListVerifiedSuborgsParams::new()
        .filter_type(VerifiedSubOrganizationFilter::Email)
        .filter_value(&email);
    let found = client.list_verified_suborgs(filter).await.unwrap();
    assert_eq!(found.organization_ids, [suborg.sub_organization_id]);
}

/// A new key, and the token of a code sent to the address, which names this key.
async fn proven_by_code(client: &Client, email: &str) -> (ApiKey, String) {
    let started = client
        .init_otp(InitOtpParams::new(OtpType::Email, email, "Tests"))
        .await
        .unwrap();
    let key = ApiKey::generate();
    let signer = var("KEYWRIGHT_SIGNER_PUBLIC_KEY").unwrap();
    let sealed = seal_otp(
        &newest_code(email),
        key.public_key(),
        &started.otp_encryption_target_bundle,
        &pins(client, &signer),
    )
    .unwrap();
    let verified = client
        .verify_otp(VerifyOtpParams::new(&started.otp_id, sealed))
        .await
        .unwrap();
    (key, verified.result.verification_token)
}

fn newest_code(to: &str) -> String {
    let base = var("KEYWRIGHT_BASE_URL").unwrap();
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET /dev/inbox?to={to} HTTP/1.0\r\nhost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let body = &response[response.find('{').unwrap()..=response.rfind('}').unwrap()];
    let inbox: serde_json::Value = serde_json::from_str(body).unwrap();
    inbox["messages"][0]["template"]["code"].as_str().unwrap().into()
}

#[tokio::test]
async fn webhook_keys() {
    let Some(client) = live() else { return };
    assert!(!client.webhook_keys().await.unwrap()[0].x.is_empty());
}
