# frozen_string_literal: true

# The program of the page /sdks/Ruby: npx keywright exec -- ruby examples/tour.rb
require_relative "../lib/keywright"

# #region client
client = Keywright::Client.from_environment
me = client.whoami
puts "signed in as #{me.username}"
# #endregion

# #region wallet
begin
  wallet = client.create_wallet(wallet_name: "treasury", accounts: [Keywright.ethereum_account("m/44'/60'/0'/0/0")])
rescue Keywright::ConsensusNeeded => e # never submit again
  abort "others approve #{e.fingerprint}"
end
signature = client.sign_raw_payload(sign_with: wallet.addresses.first, payload: "hello",
                                    encoding: Keywright::PayloadEncoding::TEXT_UTF8,
                                    hash_function: Keywright::HashFunction::KECCAK256)
puts "signed: #{signature.r.length + signature.s.length} digits"
# #endregion

# #region call
client.each_wallet_account(wallet_id: wallet.wallet_id) { |account| puts "account: #{account.path}" }
# #endregion

# #region export
target = Keywright::TargetKey.generate
exported = client.export_wallet(wallet_id: wallet.wallet_id, target_public_key: target.public_key)
phrase = target.open_wallet_export(exported.export_bundle, organization_id: me.organization_id,
                                                           signer_public_key: ENV.fetch("KEYWRIGHT_SIGNER_PUBLIC_KEY"))
puts "exported: #{phrase.split.size} words"
# #endregion

# #region error
begin
  client.create_wallet(wallet_name: "", accounts: [])
rescue Keywright::Errors::NameLength => e
  puts "#{e.name} #{e.status} #{e.field_violations.first["field"]}"
  puts e.help
end
# #endregion
