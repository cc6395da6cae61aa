//! The adapter of this client for `keywright conformance`:
//! `npx keywright conformance -- cargo run --quiet --example conformance`
use std::io::{BufRead, stdin};
use std::time::Duration;

use keywright::{
    Activity, ApiKey, Client, Config, Error, ExpectedExport, ExpectedImport, KeyFormat, SignedRequest,
    TargetKey, seal_key_import, seal_wallet_import,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Instruction {
    id: u64,
    r#do: String,
    client: Connection,
    credential: Credential,
    bodies: Vec<String>,
    call: String,
    input: Value,
    r#type: String,
    parameters: Value,
    activity_id: String,
    again: String,
    bundle: String,
    target: Target,
    secret: String,
    of: String,
    format: String,
    organization_id: String,
    user_id: String,
    signer_public_key: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Connection {
    base_url: String,
    organization_id: String,
    timeout_ms: u64,
    credential: Credential,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Credential {
    kind: String,
    curve: String,
    public_key: String,
    private_key: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Target {
    private_key: String,
}

enum Trouble {
    NotOffered,
    Failed(Box<Error>),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

#[tokio::main]
async fn main() {
    let mut running = Vec::new();
    for line in stdin().lock().lines() {
        let line = line.expect("standard input is text");
        let asked: Instruction = serde_json::from_str(&line).expect("a line is an instruction");
        // A thread for each instruction, because stamps don't yield.
        let runtime = Handle::current();
        running.push(tokio::task::spawn_blocking(move || {
            println!("{}", runtime.block_on(answer(&asked)));
        }));
    }
    for task in running {
        task.await.expect("an instruction is answered");
    }
}

async fn answer(asked: &Instruction) -> Value {
    match carry_out(asked).await {
        Ok(result) => json!({ "id": asked.id, "result": result }),
        Err(Trouble::NotOffered) => json!({ "id": asked.id, "notOffered": true }),
        Err(Trouble::Failed(error)) => json!({ "id": asked.id, "error": {
            "code": error.name.as_str(),
            "message": error.message,
            "status": error.status,
            "details": error.details,
            "activityId": error.activity.as_ref().map(|activity| &activity.id),
            "fingerprint": error.activity.as_ref().map(|activity| &activity.fingerprint),
        }}),
    }
}

async fn carry_out(asked: &Instruction) -> Result<Value, Trouble> {
    Ok(match asked.r#do.as_str() {
        "hello" => {
            json!({ "name": "Keywright for Rust", "version": env!("CARGO_PKG_VERSION"), "isConcurrent": true })
        }
        "whoami" => {
            let me = client_of(&asked.client)?.whoami().await?;
            json!({ "organizationId": me.organization_id, "userId": me.user_id, "username": me.username })
        }
        "query" => client_of(&asked.client)?.query(&asked.call, &asked.input).await?,
        "submit" => activity_of(
            &client_of(&asked.client)?
                .submit(&asked.r#type, &asked.parameters)
                .await?,
        ),
        "wait" => activity_of(
            &client_of(&asked.client)?
                .wait_for_activity(&asked.activity_id)
                .await?,
        ),
        "resend" => resend(asked).await?,
        "stamp" => {
            let key = key_of(&asked.credential)?;
            let stamp = |body: &String| json!({ "name": "X-Stamp", "value": key.stamp(body.as_bytes()) });
            json!({ "stamps": asked.bodies.iter().map(stamp).collect::<Vec<_>>() })
        }
        "openCredential" => {
            let target = TargetKey::new(&asked.target.private_key)?;
            json!({ "publicKey": target.open_credential_bundle(&asked.bundle)?.public_key() })
        }
        "openExport" => json!({ "secret": open_export(asked)? }),
        "sealImport" => json!({ "encryptedBundle": seal_import(asked)? }),
        _ => return Err(Trouble::NotOffered),
    })
}

fn open_export(asked: &Instruction) -> Result<String, Error> {
    let target = TargetKey::new(&asked.target.private_key)?;
    let expected = ExpectedExport {
        signer_public_key: &asked.signer_public_key,
        organization_id: &asked.organization_id,
    };
    let secret = match asked.of.as_str() {
        "phrase" => target.open_wallet_export(&asked.bundle, &expected)?,
        _ => target.open_key_export(&asked.bundle, format_of(asked), &expected)?,
    };
    Ok(secret.to_string())
}

fn seal_import(asked: &Instruction) -> Result<String, Error> {
    let expected = ExpectedImport {
        signer_public_key: &asked.signer_public_key,
        organization_id: &asked.organization_id,
        user_id: &asked.user_id,
    };
    match asked.of.as_str() {
        "phrase" => seal_wallet_import(&asked.secret, &asked.bundle, &expected),
        _ => seal_key_import(&asked.secret, format_of(asked), &asked.bundle, &expected),
    }
}

fn format_of(asked: &Instruction) -> KeyFormat {
    match asked.format.as_str() {
        "SOLANA" => KeyFormat::Solana,
        _ => KeyFormat::Hexadecimal,
    }
}

async fn resend(asked: &Instruction) -> Result<Value, Trouble> {
    let client = client_of(&asked.client)?;
    let error = match client.submit(&asked.r#type, &asked.parameters).await {
        Ok(activity) => return Ok(activity_of(&activity)),
        Err(error) => error,
    };
    let Some(request) = error.request.as_deref() else {
        return Err(error.into());
    };
    let url = request.url.replace(&asked.client.base_url, &asked.again);
    let answer = client
        .send(&SignedRequest {
            url,
            ..request.clone()
        })
        .await?;
    let activity = Activity::deserialize(&answer["activity"])
        .map_err(|error| Error::new("UNKNOWN", error.to_string()))?;
    Ok(activity_of(&activity))
}

fn key_of(credential: &Credential) -> Result<ApiKey, Trouble> {
    if credential.kind != "api-key" || credential.curve != "API_KEY_CURVE_P256" {
        return Err(Trouble::NotOffered);
    }
    Ok(ApiKey::new(&credential.public_key, &credential.private_key)?)
}

fn client_of(to: &Connection) -> Result<Client, Trouble> {
    let mut config = Config::new(&to.base_url, &to.organization_id);
    config.timeout = Duration::from_millis(to.timeout_ms);
    Ok(Client::new(config, key_of(&to.credential)?)?)
}

fn activity_of(activity: &Activity) -> Value {
    json!({
        "activityId": activity.id,
        "status": activity.status,
        "fingerprint": activity.fingerprint,
        "result": activity.result.values().next(),
    })
}
