# frozen_string_literal: true

require "minitest/autorun"
require "securerandom"
require_relative "../lib/keywright"

# Runs against the server that KEYWRIGHT_BASE_URL names.
class ServerTest < Minitest::Test
  PINS = { signer_public_key: ENV["KEYWRIGHT_SIGNER_PUBLIC_KEY"],
           organization_id: ENV["KEYWRIGHT_ORGANIZATION_ID"] }.freeze

  def setup
    return if ENV["KEYWRIGHT_BASE_URL"]

    warn "NOT RUN: KEYWRIGHT_BASE_URL names no server; start one with `keywright dev`"
    skip
  end

  def test_whoami_wallet_and_signature
    client = Keywright::Client.from_environment
    assert_equal ENV.fetch("KEYWRIGHT_ORGANIZATION_ID"), client.whoami.organization_id
    name = unique("Zürich")
    wallet = client.create_wallet(wallet_name: name, accounts: [Keywright.ethereum_account("m/44'/60'/0'/0/0")])
    signature = client.sign_raw_payload(sign_with: wallet.addresses.first, payload: "hello",
                                        encoding: Keywright::PayloadEncoding::TEXT_UTF8,
                                        hash_function: Keywright::HashFunction::KECCAK256)
    assert_match(/\A\h{64}\z/, signature.r)
    assert_includes client.list_wallets.wallets.map { |found| found.wallet_name.dup.force_encoding("UTF-8") }, name
    assert_raises(Keywright::Errors::NameTaken) { client.create_wallet(wallet_name: name, accounts: []) }
  end

  def test_the_same_bytes_are_one_activity
    client = Keywright::Client.from_environment
    request = client.sign_submit("ACTIVITY_TYPE_CREATE_WALLET", walletName: unique("twice"), accounts: [])
    first, second = Array.new(2) { client.send_request(request)["activity"] }
    assert_equal first["id"], second["id"]
    assert_equal Keywright.fingerprint(request.body), first["fingerprint"]
  end

  def test_a_sealed_session
    client = Keywright::Client.from_environment
    target = Keywright::TargetKey.generate
    session = client.create_read_write_session(target_public_key: target.public_key, expiration_seconds: 600)
    guest = client.as(session.organization_id, target.open_credential_bundle(session.credential_bundle))
    assert_equal client.whoami.user_id, guest.whoami.user_id
  end

  def test_a_wallet_leaves
    client = Keywright::Client.from_environment
    target = Keywright::TargetKey.generate
    wallet = client.create_wallet(wallet_name: unique("leaving"), accounts: [])
    exported = client.export_wallet(wallet_id: wallet.wallet_id, target_public_key: target.public_key)
    assert_equal 12, target.open_wallet_export(exported.export_bundle, **PINS).split.size
  end

  def test_a_private_key_comes_in
    client = Keywright::Client.from_environment
    user_id = client.whoami.user_id
    bundle = client.init_import_private_key(user_id: user_id).import_bundle
    sealed = Keywright.seal_key_import(SecureRandom.hex(32), bundle, user_id: user_id, **PINS)
    arrived = client.import_private_key(user_id: user_id, private_key_name: unique("arrived"), encrypted_bundle: sealed,
                                        curve: Keywright::Curve::ED25519,
                                        address_formats: [Keywright::AddressFormat::SOLANA])
    assert arrived.addresses.first.address
  end

  # A one-time code signs a user of a sub-organization in, by the key that the login names.
  def test_sign_in_by_code
    client = Keywright::Client.from_environment
    email = "ruby-#{SecureRandom.hex(8)}@example.com"
    alice = { user_name: "Alice", user_email: email, api_keys: [], authenticators: [], oauth_providers: [] }
    suborg = client.create_sub_organization(sub_organization_name: email, root_users: [alice], root_quorum_threshold: 1)
    key, token = proven_by_code(client, email)
    theirs = client.for_organization(suborg.sub_organization_id)
    theirs.otp_login(verification_token: token, public_key: key.public_key, client_signature: key.client_signature(token))
    assert_equal "Alice", client.as(suborg.sub_organization_id, key).whoami.username
  end

  # A one-time code proves the address of a new sub-organization's root user.
  def test_sign_up_by_code
    client = Keywright::Client.from_environment
    email = "ruby&#{SecureRandom.hex(8)}@example.com"
    key, token = proven_by_code(client, email)
    alice = { user_name: "Alice", user_email: email, api_keys: [], authenticators: [], oauth_providers: [] }
    suborg = client.create_sub_organization(sub_organization_name: email, root_users: [alice], root_quorum_threshold: 1,
                                            verification_token: token, client_signature: key.sign_up_signature(token))
    found = client.list_verified_suborgs(filter_type: Keywright::VerifiedSubOrganizationFilter::EMAIL, filter_value: email)
    assert_equal [suborg.sub_organization_id], found.organization_ids
  end

  def test_webhook_keys
    assert_equal %w[kid x], Keywright::Client.from_environment.webhook_keys.first.slice("kid", "x").keys
  end

  # The organization of KEYWRIGHT_TEAM_… has two root users and a quorum of two.
  def test_consensus
    first, second = member("FIRST"), member("SECOND")
    waiting = assert_raises(Keywright::ConsensusNeeded) { first.create_wallet(wallet_name: unique("team"), accounts: []) }
    second.approve_activity(fingerprint: waiting.fingerprint)
    done = first.wait_for_activity(waiting.activity.id)
    assert Keywright::CreateWalletResult.of(done).wallet_id
  end

  def test_a_key_that_nobody_knows
    stranger = client_of(Keywright::ApiKey.generate)
    assert_raises(Keywright::Errors::ApiKeyNotFound) { stranger.whoami }
  end

  private

  def client_of(key)
    Keywright::Client.new(base_url: ENV.fetch("KEYWRIGHT_BASE_URL"), key: key,
                          organization_id: ENV.fetch("KEYWRIGHT_ORGANIZATION_ID"))
  end

  # A new key, and the token of a code sent to the address, which names this key.
  def proven_by_code(client, email)
    started = client.init_otp(otp_type: Keywright::OtpType::EMAIL, contact: email, app_name: "Tests")
    key = Keywright::ApiKey.generate
    sealed = Keywright.seal_otp(newest_code(email), key.public_key, started.otp_encryption_target_bundle, **PINS)
    [key, client.verify_otp(otp_id: started.otp_id, encrypted_otp_bundle: sealed).verification_token]
  end

  def newest_code(email)
    inbox = Net::HTTP.get(URI("#{ENV.fetch("KEYWRIGHT_BASE_URL")}/dev/inbox?#{URI.encode_www_form(to: email)}"))
    JSON.parse(inbox).dig("messages", 0, "template", "code")
  end

  def unique(name)
    "Ruby #{name} #{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}"
  end

  def member(name)
    keys = %w[PUBLIC_KEY PRIVATE_KEY].map { |half| ENV.fetch("KEYWRIGHT_TEAM_#{name}_#{half}") }
    Keywright::Client.new(base_url: ENV.fetch("KEYWRIGHT_BASE_URL"), key: Keywright::ApiKey.new(*keys),
                          organization_id: ENV.fetch("KEYWRIGHT_TEAM_ORGANIZATION_ID"))
  end
end
