//! Sending requests to a server that follows a script.
#![cfg(feature = "blocking")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;

use keywright::blocking::Client;
use keywright::{
    ApiKey, Completed, Config, CreateWalletParams, CreateWalletResult, Error, ErrorName, ListSuborgsParams,
    Pagination,
};

macro_rules! activity {
    ($status:literal, $rest:literal) => {
        concat!(
            r#"{"activity":{"id":"a","organizationId":"o","type":"ACTIVITY_TYPE_CREATE_WALLET","intent":{},"votes":[],"#,
            r#""canApprove":false,"canReject":false,"fingerprint":"sha256:f","createdAt":{"seconds":"1","nanos":"0"},"#,
            r#""updatedAt":{"seconds":"1","nanos":"0"},"status":"ACTIVITY_STATUS_"#,
            $status,
            "\"",
            $rest,
            "}}"
        )
    };
}
fn create_wallet(client: &Client) -> Result<Completed<CreateWalletResult>, Error> {
    client.create_wallet(CreateWalletParams::new("treasury", []))
}

/// Returns one (status, body) per connection. Yields the posted bodies.
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
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
            stream.write_all((head + body).as_bytes()).unwrap();
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
fn failed_activities_and_other_answers() {
    const FAILED: &str = activity!(
        "FAILED",
        r#","result":{},"failure":{"code":9,"message":"no","details":[]}"#
    );
    let (client, _received) = script(&[
        (200, FAILED),
        (200, "<html>"),
        (200, "[]"),
        (200, "{}"),
        (301, ""),
    ]);
    let name = || create_wallet(&client).unwrap_err().name;
    assert_eq!(name(), ErrorName::ActivityFailed);
    for _ in 0..4 {
        assert_eq!(name(), ErrorName::ResponseNotJson);
    }
}

#[test]
fn a_secret_whose_response_was_lost() {
    const LOST: &str = activity!(
        "COMPLETED",
        r#","withheld":["session"],"result":{"stampLoginResult":{}}"#
    );
    let (client, _received) = script(&[(200, LOST)]);
    assert_eq!(
        create_wallet(&client).unwrap_err().name,
        ErrorName::ResultWithheld
    );
}

#[test]
fn configuration() {
    for (url, organization) in [
        ("", "org"),
        ("engine.example.com", "org"),
        ("https://engine.example.com", ""),
    ] {
        let error = Client::new(Config::new(url, organization), ApiKey::generate()).unwrap_err();
        assert_eq!(error.name, ErrorName::ConfigInvalid);
    }
}

#[test]
fn queries_name_their_call_and_time() {
    let client = keywright::Client::new(Config::new("http://127.0.0.1", "org"), ApiKey::generate()).unwrap();
    let request = client.sign_query("whoami", serde_json::json!({})).unwrap();
    let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!(body["callPath"], "/public/v1/query/whoami");
    assert_eq!(body["timestampMs"].as_str().unwrap().len(), 13);
}

#[test]
fn pages_continue_after_the_last_entry() {
    let (client, received) = script(&[
        (200, r#"{"organizationIds":["a","b"]}"#),
        (200, r#"{"organizationIds":["c"]}"#),
    ]);
    let params = ListSuborgsParams::new().pagination_options(Pagination::new().limit(2_u64));
    let found: Result<Vec<_>, _> = client.all_suborgs(params).collect();
    assert_eq!(found.unwrap(), ["a", "b", "c"]);
    let posted: Vec<_> = received.iter().collect();
    assert!(
        posted[1].contains(r#""paginationOptions":{"after":"b","limit":"2"}"#),
        "{}",
        posted[1]
    );
}
