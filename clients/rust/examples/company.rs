//! Sets up an organization with 29 different calls, without an asynchronous runtime:
//! `npx keywright exec -- cargo run --features blocking --example company`
use std::time::Duration;

use keywright::blocking::Client;
use keywright::*;

#[allow(clippy::too_many_lines)]
fn main() -> Result<(), Error> {
    let client = Client::from_environment()?;
    let me = client.whoami()?;
    println!("whoami: {}", me.username);

    // People.
    let tag = client
        .create_user_tag(CreateUserTagParams::new("finance", []))?
        .result
        .user_tag_id;
    let key = ApiKey::generate();
    let laptop = ApiKeyParams::new("laptop", key.public_key(), ApiKeyCurve::P256);
    let bob = UserParams::new("Bob", [laptop], [], [], [tag.clone()]);
    let bob = client.create_users(CreateUsersParams::new([bob]))?.user_ids[0].clone();
    client.update_user_name(UpdateUserNameParams::new(&bob, "Robert"))?;
    let user = client.get_user(GetUserParams::new(&bob))?.user;
    println!("get_user: {} {} key", user.user_name, user.api_keys.len());
    println!("list_users: {}", client.list_users()?.users.len());
    println!(
        "list_user_tags: {}",
        client.list_user_tags()?.user_tags[0].tag_name
    );

    // Policies.
    let policy = CreatePolicyParams::new("finance signs", Effect::Allow)
        .condition("activity.action == 'SIGN'")
        .consensus(format!("approvers.any(user, user.tags.contains('{tag}'))"));
    let policy = client.create_policy(policy)?.result.policy_id;
    client.update_policy(UpdatePolicyParams::new(&policy).policy_notes("reviewed"))?;
    let read = client.get_policy(GetPolicyParams::new(&policy))?.policy;
    println!("get_policy: {} {}", read.effect, read.notes);
    println!("list_policies: {}", client.list_policies()?.policies.len());

    // Wallets.
    let wallet = client
        .create_wallet(CreateWalletParams::new("treasury", []))?
        .result
        .wallet_id;
    let account = |index| WalletAccountParams::ethereum(&format!("m/44'/60'/0'/0/{index}"));
    let accounts: Vec<_> = (0..12).map(account).collect();
    let addresses = client
        .create_wallet_accounts(CreateWalletAccountsParams::new(&wallet, accounts))?
        .result
        .addresses;
    let page = ListWalletAccountsParams::new(&wallet).pagination_options(Pagination::new().limit(5));
    let accounts = client.all_wallet_accounts(page).collect::<Result<Vec<_>, _>>()?;
    println!("list_wallet_accounts: {}", accounts.len());
    client.update_wallet(UpdateWalletParams::new(&wallet).wallet_name("vault"))?;
    println!("list_wallets: {}", client.list_wallets()?.wallets[0].wallet_name);

    // Bob signs, because the policy allows it.
    let robert = client.acting_as(me.organization_id, key);
    let (signer, text) = (addresses[0].as_str(), PayloadEncoding::TextUtf8);
    let payload = SignRawPayloadParams::new(signer, "hello", text.clone(), HashFunction::Keccak256);
    let signature = robert.sign_raw_payload(payload)?;
    println!(
        "sign_raw_payload: {} {}",
        signature.r.len(),
        signature.activity.status
    );
    let payloads = ["one".into(), "two".into()];
    let payloads = SignRawPayloadsParams::new(signer, payloads, text, HashFunction::Sha256);
    let signatures = robert
        .sign_raw_payloads(payloads)?
        .result
        .signatures
        .unwrap_or_default();
    println!("sign_raw_payloads: {}", signatures.len());

    // Private keys.
    let hot = PrivateKeyParams::new("hot", Curve::Ed25519, [], [AddressFormat::Solana]);
    let created = client
        .create_private_keys(CreatePrivateKeysParams::new([hot]))?
        .result
        .private_keys;
    let id = created[0].private_key_id.as_deref().unwrap_or_default();
    let found = client.get_private_key(GetPrivateKeyParams::new(id))?.private_key;
    println!("get_private_key: {} {}", found.private_key_name, found.curve);
    println!(
        "list_private_keys: {}",
        client.list_private_keys()?.private_keys.len()
    );

    // A customer, with a sub-organization and a key of their own.
    let theirs = ApiKey::generate();
    let device = ApiKeyParams::new("device", theirs.public_key(), ApiKeyCurve::P256);
    let owner = RootUserParams::new("Alice", [device], [], []);
    let savings = WalletParams::new("savings", [account(0)]);
    let suborg = CreateSubOrganizationParams::new("Alice", [owner], 1).wallet(savings);
    let suborg = client.create_sub_organization(suborg)?.result;
    let addresses = suborg.wallet.map_or(0, |wallet| wallet.addresses.len());
    println!("create_sub_organization: {addresses} address");
    let alice = client.acting_as(&suborg.sub_organization_id, theirs);
    let target = TargetKey::generate();
    let session = CreateReadWriteSessionParams::new(target.public_key());
    let session = session.expiration_seconds(Duration::from_secs(600));
    let bundle = alice.create_read_write_session(session)?.result.credential_bundle;
    let session = client.acting_as(
        &suborg.sub_organization_id,
        target.open_credential_bundle(&bundle)?,
    );
    println!("create_read_write_session: {}", session.whoami()?.username);
    println!(
        "list_suborgs: {}",
        client
            .list_suborgs(ListSuborgsParams::new())?
            .organization_ids
            .len()
    );

    // What happened, and the end.
    let filter = ListActivitiesParams::new().filter_by_type([ActivityType::CreateWallet]);
    println!(
        "list_activities: {}",
        client.list_activities(filter)?.activities[0].status
    );
    let quorum = client.get_organization_configs()?.configs.quorum;
    println!(
        "get_organization_configs: {}",
        quorum.map_or(0, |quorum| quorum.threshold)
    );
    client.delete_wallets(DeleteWalletsParams::new([wallet]).delete_without_export(true))?;
    client.delete_policy(DeletePolicyParams::new(policy))?;
    client.delete_users(DeleteUsersParams::new([bob]))?;
    println!(
        "left: {} {}",
        client.list_wallets()?.wallets.len(),
        client.list_users()?.users.len()
    );
    Ok(())
}
