# frozen_string_literal: true

require "openssl"

module Keywright
  # Keys of P-256 in OpenSSL's forms.
  module P256
    NAME = "prime256v1"
    GROUP = OpenSSL::PKey::EC::Group.new(NAME)

    module_function

    # The private key of 64 hexadecimal digits as a number, or nil.
    def number(text)
      number = OpenSSL::BN.new(text, 16) if /\A\h{64}\z/.match?(text)
      number if number && !number.zero? && number < GROUP.order
    end

    # The point of its octets, compressed or not. Raises OpenSSL::PKey::EC::Point::Error when they are none.
    def point(octets)
      OpenSSL::PKey::EC::Point.new(GROUP, OpenSSL::BN.new(octets, 2))
    end

    # SEC 1: OpenSSL 3 lets nobody assign to a key, so it is read from its DER form.
    def private_key(number)
      OpenSSL::PKey::EC.new(OpenSSL::ASN1::Sequence([
        OpenSSL::ASN1::Integer(1),
        OpenSSL::ASN1::OctetString(number.to_s(2).rjust(32, "\0")),
        OpenSSL::ASN1::ObjectId(NAME, 0, :EXPLICIT),
        OpenSSL::ASN1::BitString(GROUP.generator.mul(number).to_octet_string(:uncompressed), 1, :EXPLICIT)
      ]).to_der)
    end

    # RFC 5480.
    def public_key(point)
      OpenSSL::PKey::EC.new(OpenSSL::ASN1::Sequence([
        OpenSSL::ASN1::Sequence([OpenSSL::ASN1::ObjectId("id-ecPublicKey"), OpenSSL::ASN1::ObjectId(NAME)]),
        OpenSSL::ASN1::BitString(point.to_octet_string(:uncompressed))
      ]).to_der)
    end
  end
  private_constant :P256
end
