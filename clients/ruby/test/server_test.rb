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

  private

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
end
