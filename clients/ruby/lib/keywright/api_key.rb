# frozen_string_literal: true

require "json"
require "openssl"

module Keywright
  # How an activity is known: by the bytes that were posted.
  def self.fingerprint(body)
    "sha256:#{OpenSSL::Digest::SHA256.hexdigest(body)}"
  end

  # A P-256 key pair that stamps requests. Threads may share it; it prints as its public key.
  class ApiKey
    SCHEME = "SIGNATURE_SCHEME_TK_API_P256"
    GROUP = OpenSSL::PKey::EC::Group.new("prime256v1")

    # The compressed point, lower-case hexadecimal.
    attr_reader :public_key

    # Reads a pair of hexadecimal texts: the compressed public key of 33 bytes and the private key of 32.
    # Raises Error KEY_INVALID when the two do not belong together, or are no keys of P-256.
    def initialize(public_key, private_key)
      number = parse_private_key(private_key)
      point = GROUP.generator.mul(number)
      @public_key = point.to_octet_string(:compressed).unpack1("H*")
      if @public_key != public_key.to_s.downcase
        raise Error.new("KEY_INVALID", "the private key belongs to the public key #{@public_key}, not to #{public_key.inspect}")
      end
      @key = OpenSSL::PKey::EC.new(to_der(number, point))
    end

    # A fresh pair. Register its public key with API_KEY_CURVE_P256.
    def self.generate
      key = OpenSSL::PKey::EC.generate("prime256v1")
      new(key.public_key.to_octet_string(:compressed).unpack1("H*"), key.private_key.to_s(16).rjust(64, "0"))
    end

    # Signs exactly these bytes: the value of the X-Stamp header.
    def stamp(body)
      signature = @key.sign("SHA256", body).unpack1("H*")
      json = JSON.generate(publicKey: public_key, scheme: SCHEME, signature: signature)
      [json].pack("m0").tr("+/", "-_").delete("=")
    end

    def inspect
      "#<#{self.class} #{public_key}>"
    end

    private

    def parse_private_key(text)
      number = OpenSSL::BN.new(text, 16) if /\A\h{64}\z/.match?(text)
      return number if number && !number.zero? && number < GROUP.order

      raise Error.new("KEY_INVALID", "the private key is not 64 hexadecimal digits of a key of P-256")
    end

    # SEC 1: OpenSSL 3 lets nobody assign to a key, so it is read from its DER form.
    def to_der(number, point)
      OpenSSL::ASN1::Sequence([
        OpenSSL::ASN1::Integer(1),
        OpenSSL::ASN1::OctetString(number.to_s(2).rjust(32, "\0")),
        OpenSSL::ASN1::ObjectId("prime256v1", 0, :EXPLICIT),
        OpenSSL::ASN1::BitString(point.to_octet_string(:uncompressed), 1, :EXPLICIT)
      ]).to_der
    end
  end
end
