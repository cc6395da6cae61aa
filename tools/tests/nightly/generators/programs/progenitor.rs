use base64::{engine::general_purpose::URL_SAFE_NO_PAD, Engine};
use p256::ecdsa::{signature::Signer, Signature, SigningKey};
use reqwest::header::{HeaderValue, InvalidHeaderValue};
use std::{env::var, time::SystemTime};
use types::{CreateWalletBody, WhoamiBody};

progenitor::generate_api!(spec = "openapi.json", pre_hook_async = crate::add_stamp);

async fn add_stamp(request: &mut reqwest::Request) -> Result<(), InvalidHeaderValue> {
    let body = request.body().and_then(|body| body.as_bytes()).unwrap_or_default();
    let secret = hex::decode(var("KEYWRIGHT_API_PRIVATE_KEY").unwrap()).unwrap();
    let signature: Signature = SigningKey::from_slice(&secret).unwrap().sign(body);
    let stamp = serde_json::json!({
        "publicKey": var("KEYWRIGHT_API_PUBLIC_KEY").unwrap(),
        "scheme": "SIGNATURE_SCHEME_TK_API_P256",
        "signature": hex::encode(signature.to_der()),
    });
    let value = HeaderValue::from_str(&URL_SAFE_NO_PAD.encode(stamp.to_string()))?;
    request.headers_mut().insert("X-Stamp", value);
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = Client::new(&var("KEYWRIGHT_BASE_URL")?);
    let organization_id = var("KEYWRIGHT_ORGANIZATION_ID")?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_millis();
    let query = serde_json::json!({ "organizationId": organization_id });
    let user = client.whoami(&serde_json::from_value::<WhoamiBody>(query)?).await?;
    let submit = serde_json::json!({
        "type": "ACTIVITY_TYPE_CREATE_WALLET",
        "timestampMs": now.to_string(),
        "organizationId": organization_id,
        "parameters": { "walletName": "generated", "accounts": [] },
    });
    let made = client.create_wallet(&serde_json::from_value::<CreateWalletBody>(submit)?).await?;
    let (user, made) = (serde_json::to_value(user.into_inner())?, serde_json::to_value(made.into_inner())?);
    let wallet_id = &made["activity"]["result"]["createWalletResult"]["walletId"];
    println!("{} {} {}", text(&user["username"]), text(&made["activity"]["status"]), text(wallet_id));
    Ok(())
}

fn text(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or_default()
}
