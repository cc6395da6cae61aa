# frozen_string_literal: true

require "minitest/autorun"
require_relative "../lib/keywright"

# The test vectors that all clients share.
class VectorsTest < Minitest::Test
  VECTORS = JSON.parse(File.read(File.join(__dir__, "../../vectors.json"), encoding: "UTF-8"))

  # OpenSSL signs with a random nonce, so its signatures are verified and not compared.
  def test_stamps
    VECTORS.fetch("stamps").each do |vector|
      key = Keywright::ApiKey.new(vector["publicKey"], vector["privateKey"])
      stamp = JSON.parse(key.stamp(vector["body"]).tr("-_", "+/").unpack1("m"))
      assert_equal vector.values_at("publicKey", "scheme"), stamp.values_at("publicKey", "scheme")
      assert verifies?(vector, stamp["signature"])
      assert verifies?(vector, vector["signature"])
      refute verifies?(vector.merge("body" => "another"), stamp["signature"])
      assert_equal vector["fingerprint"], Keywright.fingerprint(vector["body"])
    end
  end

  # RFC 9180 A.3.1, and what it seals itself.
  def test_hpke
    hpke = Keywright.module_eval("Hpke", __FILE__, __LINE__)
    vector = VECTORS.fetch("hpke").transform_values { |text| [text].pack("H*") if text.match?(/\A\h+\z/) }
    key = Keywright::TargetKey.new(VECTORS["hpke"]["skRm"]).instance_variable_get(:@key)
    sealed = { encapped: vector["pkEm"], info: vector["info"], aad: vector["aad"], aead: hpke::AES_128_GCM }
    assert_equal vector["plaintext"], hpke.open(vector["ciphertext"], key, **sealed)
    assert_raises(OpenSSL::Cipher::CipherError) { hpke.open(vector["ciphertext"], key, **sealed, aad: "other") }
  end

  # Every error says what happened and what to do.
  def test_help
    error = assert_raises(Keywright::Error) { Keywright::TargetKey.new("") }
    assert_equal "TARGET_KEY_MALFORMED", error.name
    assert error.message.end_with?(". #{error.help}")
    assert_raises(Keywright::Error) { Keywright::TargetKey.new(nil) }
    assert_nil Keywright::Error.of("UNKNOWN", "no").help
  end

  def test_secrets_do_not_print
    key = Keywright::TargetKey.generate
    assert_equal "#<Keywright::TargetKey #{key.public_key}>", key.inspect
  end

  def test_webhooks
    VECTORS.fetch("webhooks")["deliveries"].each do |vector|
      verify = lambda do |headers|
        Keywright::Webhook.verify(vector["body"], headers, keys: VECTORS["webhooks"]["keys"], now: Time.at(vector["now"]))
      end
      rack = vector["headers"].transform_keys { |name| "HTTP_#{name.upcase.tr("-", "_")}" }
      [vector["headers"], rack].each do |headers|
        next refused(vector) { verify.call(headers) } if vector["error"]

        webhook = verify.call(headers)
        assert_equal ["evt_1", webhook.activity.organization_id], [webhook.event_id, webhook.organization_id]
      end
    end
  end

  def test_paths
    VECTORS.fetch("activityTypes").each { |type, path| assert_equal path, Keywright::Client.path_of(type) }
  end

  private

  def refused(vector, &block)
    error = assert_raises(Keywright::Error, vector["name"], &block)
    assert_equal vector["error"], error.name, vector["name"]
    error
  end

  def verifies?(vector, signature)
    p256 = Keywright.module_eval("P256", __FILE__, __LINE__)
    key = p256.public_key(p256.point([vector["publicKey"]].pack("H*")))
    key.verify("SHA256", [signature].pack("H*"), vector["body"])
  end
end
