//! The program of the page /sdks/rust: `npx keywright exec -- cargo run --example tour`
use keywright::{Client, EthereumAccount, ExpectedExport, Outcome, RawPayload, TargetKey};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // #region client
    let client = Client::from_environment()?;
    let me = client.whoami()?;
    println!("signed in as {}", me.username);
    // #endregion

    // #region wallet
    let accounts = [EthereumAccount("m/44'/60'/0'/0/0").into()];
    let wallet = match client.create_wallet("treasury", &accounts)? {
        Outcome::Completed(wallet) => wallet,
        // Never submit again: others approve it.
        Outcome::ConsensusNeeded(activity) => return Err(activity.fingerprint.into()),
    };
    let signature = client.sign_raw_payload(&RawPayload {
        sign_with: &wallet.addresses[0],
        payload: "hello",
        encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
        hash_function: "HASH_FUNCTION_KECCAK256",
    })?;
    let signature = signature.completed().ok_or("it waits for others")?;
    println!("signed: {} digits", signature.r.len() + signature.s.len());
    // #endregion

    // #region call
    let list: Value = client.query("list_wallets", json!({}))?;
    println!("wallets: {}", list["wallets"][0]["walletName"]);
    // #endregion

    // #region export
    let target = TargetKey::generate();
    let parameters = json!({ "walletId": wallet.wallet_id, "targetPublicKey": target.public_key() });
    let outcome = client.submit("ACTIVITY_TYPE_EXPORT_WALLET", parameters)?;
    let exported: Value = outcome.completed().ok_or("it waits for others")?.read_result()?;
    let expected = ExpectedExport {
        signer_public_key: &std::env::var("KEYWRIGHT_SIGNER_PUBLIC_KEY")?,
        organization_id: &me.organization_id,
    };
    let bundle = exported["exportBundle"].as_str().unwrap_or_default();
    let phrase = target.open_wallet_export(bundle, &expected)?;
    println!("exported: {} words", phrase.split(' ').count());
    // #endregion

    // #region error
    if let Err(error) = client.create_wallet("", &[]) {
        println!(
            "{} {:?} {}",
            error.name,
            error.status,
            error.field_violations()[0].field
        );
        println!("{}", error.help().unwrap_or_default());
    }
    // #endregion
    Ok(())
}
