# frozen_string_literal: true

# The program of the page /sdks/Ruby: npx keywright exec -- ruby examples/tour.rb
require_relative "../lib/keywright"

# #region client
client = Keywright::Client.from_environment
me = client.whoami
puts "signed in as #{me["username"]}"
# #endregion

# #region wallet
begin
  wallet = client.create_wallet("treasury", [{ curve: "CURVE_SECP256K1", pathFormat: "PATH_FORMAT_BIP32",
                                               path: "m/44'/60'/0'/0/0", addressFormat: "ADDRESS_FORMAT_ETHEREUM" }])
rescue Keywright::ConsensusNeeded => e # never submit again
  abort "others approve #{e.fingerprint}"
end
signature = client.sign_raw_payload(sign_with: wallet["addresses"].first, payload: "hello",
                                    encoding: "PAYLOAD_ENCODING_TEXT_UTF8", hash_function: "HASH_FUNCTION_KECCAK256")
puts "signed: #{signature["r"].length + signature["s"].length} digits"
# #endregion

# #region call
puts "wallets: #{client.query("list_wallets")["wallets"].first["walletName"]}"
# #endregion

# #region export
target = Keywright::TargetKey.generate
activity = client.submit("ACTIVITY_TYPE_EXPORT_WALLET", walletId: wallet["walletId"], targetPublicKey: target.public_key)
phrase = target.open_wallet_export(client.result_of(activity)["exportBundle"],
                                   signer_public_key: ENV.fetch("KEYWRIGHT_SIGNER_PUBLIC_KEY"),
                                   organization_id: me["organizationId"])
puts "exported: #{phrase.split.size} words"
# #endregion

# #region error
begin
  client.create_wallet("")
rescue Keywright::Error => e
  puts "#{e.name} #{e.status} #{e.field_violations.first["field"]}"
  puts e.help
end
# #endregion
