# frozen_string_literal: true

# Sets up an organization with 29 different calls: npx keywright exec -- ruby examples/company.rb
require_relative "../lib/keywright"

client = Keywright::Client.from_environment
me = client.whoami
puts "whoami: #{me.username}"

# People.
tag = client.create_user_tag(user_tag_name: "finance", user_ids: [])
key = Keywright::ApiKey.generate
laptop = { api_key_name: "laptop", public_key: key.public_key, curve_type: Keywright::ApiKeyCurve::P256 }
bob = client.create_users(users: [{ user_name: "Bob", api_keys: [laptop], authenticators: [], oauth_providers: [],
                                    user_tags: [tag.user_tag_id] }]).user_ids.first
client.update_user_name(user_id: bob, user_name: "Robert")
user = client.get_user(user_id: bob).user
puts "get_user: #{user.user_name} #{user.api_keys.size} key"
puts "list_users: #{client.list_users.users.size}"
puts "list_user_tags: #{client.list_user_tags.user_tags.first.tag_name}"

# Policies.
policy_id = client.create_policy(policy_name: "finance signs", effect: Keywright::Effect::ALLOW,
                                 condition: "activity.action == 'SIGN'",
                                 consensus: "approvers.any(user, user.tags.contains('#{tag.user_tag_id}'))").policy_id
client.update_policy(policy_id: policy_id, policy_notes: "reviewed")
policy = client.get_policy(policy_id: policy_id).policy
puts "get_policy: #{policy.effect} #{policy.notes}"
puts "list_policies: #{client.list_policies.policies.size}"

# Wallets.
wallet_id = client.create_wallet(wallet_name: "treasury", accounts: []).wallet_id
accounts = Array.new(12) { |index| Keywright.ethereum_account("m/44'/60'/0'/0/#{index}") }
addresses = client.create_wallet_accounts(wallet_id: wallet_id, accounts: accounts).addresses
puts "list_wallet_accounts: #{client.each_wallet_account(wallet_id: wallet_id, pagination_options: { limit: 5 }).count}"
client.update_wallet(wallet_id: wallet_id, wallet_name: "vault")
puts "list_wallets: #{client.list_wallets.wallets.first.wallet_name}"

# Bob signs, because the policy allows it.
robert = client.as(me.organization_id, key)
signature = robert.sign_raw_payload(sign_with: addresses.first, payload: "hello",
                                    encoding: Keywright::PayloadEncoding::TEXT_UTF8,
                                    hash_function: Keywright::HashFunction::KECCAK256)
puts "sign_raw_payload: #{signature.r.length} #{signature.activity.status}"
signatures = robert.sign_raw_payloads(sign_with: addresses.first, payloads: %w[one two],
                                      encoding: Keywright::PayloadEncoding::TEXT_UTF8,
                                      hash_function: Keywright::HashFunction::SHA256).signatures
puts "sign_raw_payloads: #{signatures.size}"

# Private keys.
hot = Keywright::PrivateKeyParams.new(private_key_name: "hot", curve: Keywright::Curve::ED25519, private_key_tags: [],
                                      address_formats: [Keywright::AddressFormat::SOLANA])
created = client.create_private_keys(private_keys: [hot]).private_keys.first
private_key = client.get_private_key(private_key_id: created.private_key_id).private_key
puts "get_private_key: #{private_key.private_key_name} #{private_key.curve}"
puts "list_private_keys: #{client.list_private_keys.private_keys.size}"

# A customer, with a sub-organization and a key of their own.
theirs = Keywright::ApiKey.generate
device = { api_key_name: "device", public_key: theirs.public_key, curve_type: Keywright::ApiKeyCurve::P256 }
suborg = client.create_sub_organization(
  sub_organization_name: "Alice", root_quorum_threshold: 1,
  root_users: [{ user_name: "Alice", api_keys: [device], authenticators: [], oauth_providers: [] }],
  wallet: { wallet_name: "savings", accounts: [Keywright.ethereum_account("m/44'/60'/0'/0/0")] }
)
puts "create_sub_organization: #{suborg.wallet.addresses.size} address"
alice = client.as(suborg.sub_organization_id, theirs)
target = Keywright::TargetKey.generate
session = alice.create_read_write_session(target_public_key: target.public_key, expiration_seconds: 600)
session_key = target.open_credential_bundle(session.credential_bundle)
puts "create_read_write_session: #{client.as(suborg.sub_organization_id, session_key).whoami.username}"
puts "list_suborgs: #{client.list_suborgs.organization_ids.size}"

# What happened, and the end.
activities = client.list_activities(filter_by_type: [Keywright::ActivityType::CREATE_WALLET]).activities
puts "list_activities: #{activities.first.status}"
puts "get_organization_configs: #{client.get_organization_configs.configs.quorum.threshold}"
client.delete_wallets(wallet_ids: [wallet_id], delete_without_export: true)
client.delete_policy(policy_id: policy_id)
client.delete_users(user_ids: [bob])
puts "left: #{client.list_wallets.wallets.size} #{client.list_users.users.size}"
