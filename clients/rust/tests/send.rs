//! Sending requests to a server that follows a script.
#![cfg(feature = "http")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;

use keywright::{ApiKey, Client, Config, Outcome};

const DONE: &str = r#"{"activity":{"id":"a","fingerprint":"sha256:f","status":"ACTIVITY_STATUS_COMPLETED",
    "result":{"createWalletResult":{"walletId":"w","addresses":[]}},"failure":null}}"#;
const WAITING: &str = r#"{"activity":{"id":"a","fingerprint":"sha256:f","status":"ACTIVITY_STATUS_CONSENSUS_NEEDED",
    "result":{},"failure":null}}"#;

/// Returns one (status, body) per connection; status 0 closes it. Yields the posted bodies.
fn script(replies: &'static [(u16, &'static str)]) -> (Client, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (posted, received) = channel();
    spawn(move || {
        for (status, body) in replies {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut buffer = [0; 4096];
            while !is_whole(&request) {
                let count = stream.read(&mut buffer).unwrap();
                request.extend_from_slice(&buffer[..count]);
            }
            posted.send(String::from_utf8(request).unwrap()).unwrap();
            if *status != 0 {
                let length = body.len();
                let head =
                    format!("HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
                stream.write_all((head + body).as_bytes()).unwrap();
            }
        }
    });
    (
        Client::new(Config::new(url, "org"), ApiKey::generate()).unwrap(),
        received,
    )
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.split("content-length: ").nth(1).unwrap();
    body.len() >= length.lines().next().unwrap().parse().unwrap()
}

#[test]
fn retries_post_the_same_bytes() {
    let (client, received) = script(&[(0, ""), (503, "<html>"), (200, DONE)]);
    let wallet = client
        .create_wallet("treasury", &[])
        .unwrap()
        .completed()
        .unwrap();
    assert_eq!(wallet.wallet_id, "w");
    let posted: Vec<_> = received.iter().collect();
    assert_eq!(posted.len(), 3);
    assert!(posted.iter().all(|request| *request == posted[0]));
}

#[test]
fn consensus_is_never_submitted_again() {
    let (client, received) = script(&[(200, WAITING)]);
    let outcome = client.create_wallet("treasury", &[]).unwrap();
    assert!(matches!(outcome, Outcome::ConsensusNeeded(activity) if activity.fingerprint == "sha256:f"));
    assert_eq!(received.iter().count(), 1);
}

#[test]
fn gives_up_and_hands_the_request_over() {
    let (client, received) = script(&[(0, ""), (0, ""), (0, ""), (0, ""), (200, DONE)]);
    let error = client.create_wallet("treasury", &[]).unwrap_err();
    assert_eq!(error.name, "UNREACHABLE");
    client.send(&error.request.unwrap()).unwrap();
    let posted: Vec<_> = received.iter().collect();
    assert!(posted.len() == 5 && posted[4] == posted[0]);
}

#[test]
fn refusals() {
    const BODY: &str = r#"{"code":3,"message":"too short","details":[{"errorCode":"NAME_LENGTH"},
        {"fieldViolations":[{"field":"walletName","description":"too short"}]}]}"#;
    let (client, received) = script(&[(400, BODY)]);
    let error = client.create_wallet("", &[]).unwrap_err();
    assert_eq!(
        (error.name.as_str(), error.code, error.status),
        ("NAME_LENGTH", Some(3), Some(400))
    );
    assert_eq!(error.field_violations()[0].field, "walletName");
    assert_eq!(received.iter().count(), 1);
}

#[test]
fn failed_activities_and_other_answers() {
    const FAILED: &str = r#"{"activity":{"id":"a","fingerprint":"f","status":"ACTIVITY_STATUS_FAILED","result":{},
        "failure":{"code":9,"message":"no","details":[]}}}"#;
    let (client, _received) = script(&[
        (200, FAILED),
        (200, "<html>"),
        (200, "[]"),
        (200, "{}"),
        (301, ""),
    ]);
    let name = || client.create_wallet("treasury", &[]).unwrap_err().name;
    assert_eq!(name(), "ACTIVITY_FAILED");
    assert_eq!([name(), name(), name(), name()], ["RESPONSE_NOT_JSON"; 4]);
}

#[test]
fn configuration() {
    for (url, organization) in [
        ("", "org"),
        ("engine.example.com", "org"),
        ("https://engine.example.com", ""),
    ] {
        let error = Client::new(Config::new(url, organization), ApiKey::generate()).unwrap_err();
        assert_eq!(error.name, "CONFIG_INVALID");
    }
}

#[test]
fn queries_name_their_call_and_time() {
    let client = Client::new(Config::new("http://127.0.0.1", "org"), ApiKey::generate()).unwrap();
    let request = client.sign_query("whoami", serde_json::json!({})).unwrap();
    let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!(body["callPath"], "/public/v1/query/whoami");
    assert_eq!(body["timestampMs"].as_str().unwrap().len(), 13);
}
