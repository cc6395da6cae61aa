//! Runs against the server that `KEYWRIGHT_BASE_URL` names.
#![cfg(feature = "http")]

use std::env::var;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use keywright::{
    AddressFormat, ApiKey, ApproveActivityParams, Client, Completed, CreateReadWriteSessionParams,
    CreateSubOrganizationParams, CreateWalletParams, CreateWalletResult, Curve, ErrorName, ExpectedExport,
    ExpectedImport, ExportWalletParams, HashFunction, ImportPrivateKeyParams, InitImportPrivateKeyParams,
    InitOtpParams, KeyFormat, ListVerifiedSuborgsParams, OtpLoginParams, OtpType, PayloadEncoding,
    RootUserParams, SignRawPayloadParams, TargetKey, VerifiedSubOrganizationFilter, VerifyOtpParams,
    WalletAccountParams, fingerprint, seal_key_import, seal_otp,
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

fn empty_wallet(name: &str) -> CreateWalletParams {
    CreateWalletParams::new(unique(name), [])
}

#[tokio::test]
async fn whoami_wallet_and_signature() {
    let Some(client) = live() else { return };
    let me = client.whoami().await.unwrap();
    assert_eq!(me.organization_id, client.config().organization_id);
    let name = unique("wallet");
    let accounts = [WalletAccountParams::ethereum("m/44'/60'/0'/0/0")];
    let wallet = client
        .create_wallet(CreateWalletParams::new(&name, accounts))
        .await
        .unwrap();
    let payload = SignRawPayloadParams::new(
        &wallet.addresses[0],
        "hello",
        PayloadEncoding::TextUtf8,
        HashFunction::Keccak256,
    );
    let signature = client.sign_raw_payload(payload).await.unwrap();
    assert_eq!((signature.r.len(), signature.s.len()), (64, 64));
    let wallets = client.list_wallets().await.unwrap().wallets;
    let found = wallets
        .into_iter()
        .find(|wallet| wallet.wallet_name == name)
        .unwrap();
    let age = SystemTime::now().duration_since(found.created_at.into());
    assert!(age.unwrap_or_default() < Duration::from_secs(3600));
    let taken = client
        .create_wallet(CreateWalletParams::new(&name, []))
        .await
        .unwrap_err();
    assert_eq!(taken.name, ErrorName::NameTaken);
}

#[tokio::test]
async fn the_same_bytes_are_one_activity() {
    let Some(client) = live() else { return };
    let request = client
        .sign_submit("ACTIVITY_TYPE_CREATE_WALLET", empty_wallet("twice"))
        .unwrap();
    let first = client.send(&request).await.unwrap();
    let second = client.send(&request).await.unwrap();
    assert_eq!(first["activity"]["id"], second["activity"]["id"]);
    assert_eq!(first["activity"]["fingerprint"], fingerprint(&request.body));
}

#[tokio::test]
async fn a_sealed_session() {
    let Some(client) = live() else { return };
    let target = TargetKey::generate();
    let params = CreateReadWriteSessionParams::new(target.public_key());
    let params = params.expiration_seconds(Duration::from_secs(600));
    let session = client.create_read_write_session(params).await.unwrap();
    let key = target.open_credential_bundle(&session.credential_bundle).unwrap();
    let guest = client.acting_as(&session.organization_id, key);
    assert_eq!(
        guest.whoami().await.unwrap().user_id,
        client.whoami().await.unwrap().user_id
    );
}

#[tokio::test]
async fn a_wallet_leaves() {
    let Some(client) = live() else { return };
    let wallet = client.create_wallet(empty_wallet("leaving")).await.unwrap();
    let target = TargetKey::generate();
    let params = ExportWalletParams::new(&wallet.wallet_id, target.public_key());
    let exported = client.export_wallet(params).await.unwrap();
    let signer = var("KEYWRIGHT_SIGNER_PUBLIC_KEY").unwrap();
    let phrase = target.open_wallet_export(&exported.export_bundle, &pins(&client, &signer));
    assert_eq!(phrase.unwrap().split(' ').count(), 12);
}

fn pins<'a>(client: &'a Client, signer_public_key: &'a str) -> ExpectedExport<'a> {
    ExpectedExport {
        signer_public_key,
        organization_id: &client.config().organization_id,
    }
}

#[tokio::test]
async fn a_private_key_comes_in() {
    let Some(client) = live() else { return };
    let user_id = client.whoami().await.unwrap().user_id;
    let started = client
        .init_import_private_key(InitImportPrivateKeyParams::new(&user_id))
        .await
        .unwrap();
    let expected = ExpectedImport {
        signer_public_key: &var("KEYWRIGHT_SIGNER_PUBLIC_KEY").unwrap(),
        organization_id: &client.config().organization_id,
        user_id: &user_id,
    };
    let secret = fingerprint(unique("secret").as_bytes()).replace("sha256:", "0x");
    let sealed = seal_key_import(&secret, KeyFormat::Hexadecimal, &started.import_bundle, &expected).unwrap();
    let params = ImportPrivateKeyParams::new(
        &user_id,
        unique("arrived"),
        sealed,
        Curve::Ed25519,
        [AddressFormat::Solana],
    );
    let arrived = client.import_private_key(params).await.unwrap();
    assert!(arrived.addresses[0].address.is_some());
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

/// The organization of `KEYWRIGHT_TEAM_…` has two root users and a quorum of two.
#[tokio::test]
async fn consensus() {
    let Some(client) = live() else { return };
    let member = |prefix: &str| {
        let read = |name: &str| var(format!("{prefix}_{name}")).unwrap();
        let key = ApiKey::new(&read("PUBLIC_KEY"), &read("PRIVATE_KEY")).unwrap();
        client.acting_as(var("KEYWRIGHT_TEAM_ORGANIZATION_ID").unwrap(), key)
    };
    let (first, second) = (member("KEYWRIGHT_TEAM_FIRST"), member("KEYWRIGHT_TEAM_SECOND"));
    let waiting = first.create_wallet(empty_wallet("team")).await.unwrap_err();
    assert_eq!(waiting.name, ErrorName::ConsensusNeeded);
    let activity = waiting.activity.unwrap();
    second
        .approve_activity(ApproveActivityParams::new(activity.fingerprint))
        .await
        .unwrap();
    let done = first.wait_for_activity(&activity.id).await.unwrap();
    Completed::<CreateWalletResult>::of(done).unwrap();
}

#[tokio::test]
async fn a_key_that_nobody_knows() {
    let Some(client) = live() else { return };
    let stranger = client.acting_as(&client.config().organization_id, ApiKey::generate());
    assert_eq!(
        stranger.whoami().await.unwrap_err().name,
        ErrorName::ApiKeyNotFound
    );
}
