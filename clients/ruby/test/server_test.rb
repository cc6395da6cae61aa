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
    assert_equal ENV.fetch("KEYWRIGHT_ORGANIZATION_ID"), client.whoami["organizationId"]
    name = unique("Zürich")
    wallet = client.create_wallet(name, [{ curve: "CURVE_SECP256K1", pathFormat: "PATH_FORMAT_BIP32",
                                           path: "m/44'/60'/0'/0/0", addressFormat: "ADDRESS_FORMAT_ETHEREUM" }])
    signature = client.sign_raw_payload(sign_with: wallet["addresses"].first, payload: "hello",
                                        encoding: "PAYLOAD_ENCODING_TEXT_UTF8", hash_function: "HASH_FUNCTION_KECCAK256")
    assert_match(/\A\h{64}\z/, signature["r"])
    names = client.query("list_wallets")["wallets"].map { |found| found["walletName"].dup.force_encoding("UTF-8") }
    assert_includes names, name
    error = assert_raises(Keywright::Error) { client.create_wallet(name) }
    refute_equal "UNKNOWN", error.name
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
    session = run_activity(client, "CREATE_READ_WRITE_SESSION_V2", targetPublicKey: target.public_key)
    guest = client_of(target.open_credential_bundle(session["credentialBundle"]))
    assert_equal client.whoami["userId"], guest.whoami["userId"]
  end

  def test_a_wallet_leaves
    client = Keywright::Client.from_environment
    target = Keywright::TargetKey.generate
    wallet = client.create_wallet(unique("leaving"))
    exported = run_activity(client, "EXPORT_WALLET", walletId: wallet["walletId"], targetPublicKey: target.public_key)
    assert_equal 12, target.open_wallet_export(exported["exportBundle"], **PINS).split.size
  end

  def test_a_private_key_comes_in
    client = Keywright::Client.from_environment
    user_id = client.whoami["userId"]
    started = run_activity(client, "INIT_IMPORT_PRIVATE_KEY", userId: user_id)
    answer = Keywright.seal_key_import(SecureRandom.hex(32), started["importBundle"], user_id: user_id, **PINS)
    arrived = run_activity(client, "IMPORT_PRIVATE_KEY", userId: user_id, privateKeyName: unique("arrived"),
                                                         encryptedBundle: answer, curve: "CURVE_ED25519",
                                                         addressFormats: ["ADDRESS_FORMAT_SOLANA"])
    assert arrived["addresses"].first["address"]
  end

  # The organization of KEYWRIGHT_TEAM_… has two root users and a quorum of two.
  def test_consensus
    first, second = member("FIRST"), member("SECOND")
    waiting = assert_raises(Keywright::ConsensusNeeded) { first.create_wallet(unique("team")) }
    second.submit("ACTIVITY_TYPE_APPROVE_ACTIVITY", fingerprint: waiting.fingerprint)
    done = first.wait_for_activity(waiting.activity["id"])
    assert first.result_of(done)["walletId"]
  end

  def test_a_key_that_nobody_knows
    stranger = client_of(Keywright::ApiKey.generate)
    assert_equal "API_KEY_NOT_FOUND", assert_raises(Keywright::Error) { stranger.whoami }.name
  end

  private

  def client_of(key)
    Keywright::Client.new(base_url: ENV.fetch("KEYWRIGHT_BASE_URL"), key: key,
                          organization_id: ENV.fetch("KEYWRIGHT_ORGANIZATION_ID"))
  end

  def run_activity(client, name, parameters)
    client.result_of(client.submit("ACTIVITY_TYPE_#{name}", parameters))
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
