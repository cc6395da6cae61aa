//! The program of the page /sdks/rust: `npx keywright exec -- cargo run --example tour`
use keywright::{
    Client, CreateWalletParams, ErrorName, ExpectedExport, ExportWalletParams, HashFunction,
    ListWalletAccountsParams, PayloadEncoding, SignRawPayloadParams, TargetKey, WalletAccountParams,
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // #region client
    let client = Client::from_environment()?;
    let me = client.whoami().await?;
    println!("signed in as {}", me.username);
    // #endregion

    // #region wallet
    let account = WalletAccountParams::ethereum("m/44'/60'/0'/0/0");
    let wallet = match client
        .create_wallet(CreateWalletParams::new("treasury", [account]))
        .await
    {
        Ok(wallet) => wallet,
        // Never submit again: others approve it.
        Err(error) if error.name == ErrorName::ConsensusNeeded => panic!("approve {:?}", error.activity),
        Err(error) => return Err(error.into()),
    };
    let payload = SignRawPayloadParams::new(
        wallet.addresses[0].as_str(),
        "hello",
        PayloadEncoding::TextUtf8,
        HashFunction::Keccak256,
    );
    let signature = client.sign_raw_payload(payload).await?;
    println!("signed: {} digits", signature.r.len() + signature.s.len());
    // #endregion

    // #region call
    let mut accounts = client.all_wallet_accounts(ListWalletAccountsParams::new(&wallet.wallet_id));
    while let Some(account) = accounts.next().await {
        println!("account: {}", account?.path);
    }
    // #endregion

    // #region export
    let target = TargetKey::generate();
    let params = ExportWalletParams::new(&wallet.wallet_id, target.public_key());
    let exported = client.export_wallet(params).await?;
    let expected = ExpectedExport {
        signer_public_key: &std::env::var("KEYWRIGHT_SIGNER_PUBLIC_KEY")?,
        organization_id: &me.organization_id,
    };
    let phrase = target.open_wallet_export(&exported.export_bundle, &expected)?;
    println!("exported: {} words", phrase.split(' ').count());
    // #endregion

    // #region error
    if let Err(error) = client.create_wallet(CreateWalletParams::new("", [])).await {
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
