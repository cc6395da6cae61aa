# frozen_string_literal: true

require "minitest/autorun"
require_relative "../lib/keywright"

# Against the server that KEYWRIGHT_BASE_URL names.
class ServerTest < Minitest::Test
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

  # The organization of KEYWRIGHT_TEAM_… has two root users and a quorum of two.
  def test_consensus
    first, second = member("FIRST"), member("SECOND")
    waiting = assert_raises(Keywright::ConsensusNeeded) { first.create_wallet(unique("team")) }
    second.submit("ACTIVITY_TYPE_APPROVE_ACTIVITY", fingerprint: waiting.fingerprint)
    done = first.wait_for_activity(waiting.activity["id"])
    assert first.result_of(done)["walletId"]
  end

  def test_a_key_that_nobody_knows
    client = Keywright::Client.new(base_url: ENV.fetch("KEYWRIGHT_BASE_URL"), key: Keywright::ApiKey.generate,
                                   organization_id: ENV.fetch("KEYWRIGHT_ORGANIZATION_ID"))
    assert_equal "API_KEY_NOT_FOUND", assert_raises(Keywright::Error) { client.whoami }.name
  end

  private

  def unique(name)
    "Ruby #{name} #{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}"
  end

  def member(name)
    keys = %w[PUBLIC_KEY PRIVATE_KEY].map { |half| ENV.fetch("KEYWRIGHT_TEAM_#{name}_#{half}") }
    Keywright::Client.new(base_url: ENV.fetch("KEYWRIGHT_BASE_URL"), key: Keywright::ApiKey.new(*keys),
                          organization_id: ENV.fetch("KEYWRIGHT_TEAM_ORGANIZATION_ID"))
  end
end
