# frozen_string_literal: true

require "minitest/autorun"
require_relative "../lib/keywright"

# The vectors that all clients share.
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

  def test_key_pairs
    VECTORS.fetch("keyPairs").each do |vector|
      pair = vector.values_at("publicKey", "privateKey")
      if vector["accepted"]
        assert_equal pair[0].downcase, Keywright::ApiKey.new(*pair).public_key
      else
        error = assert_raises(Keywright::Error, vector["name"]) { Keywright::ApiKey.new(*pair) }
        assert_equal "KEY_INVALID", error.name
        refute_includes error.message, pair[1] unless pair[1].empty?
      end
    end
  end

  def test_paths
    VECTORS.fetch("activityTypes").each { |type, path| assert_equal path, Keywright::Client.path_of(type) }
  end

  private

  def verifies?(vector, signature)
    group = Keywright::ApiKey::GROUP
    point = OpenSSL::PKey::EC::Point.new(group, OpenSSL::BN.new(vector["publicKey"], 16))
    der = OpenSSL::ASN1::Sequence([
      OpenSSL::ASN1::Sequence([OpenSSL::ASN1::ObjectId("id-ecPublicKey"), OpenSSL::ASN1::ObjectId("prime256v1")]),
      OpenSSL::ASN1::BitString(point.to_octet_string(:uncompressed))
    ]).to_der
    OpenSSL::PKey::EC.new(der).verify("SHA256", [signature].pack("H*"), vector["body"])
  end
end
