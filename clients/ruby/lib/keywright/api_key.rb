# frozen_string_literal: true

require "json"
require "openssl"

module Keywright
  # Identifies an activity by the posted bytes.
  def self.fingerprint(body)
    "sha256:#{OpenSSL::Digest::SHA256.hexdigest(body)}"
  end

  # A P-256 key pair that stamps requests. Threads may share it; it prints as its public key.
  class ApiKey
    SCHEME = "SIGNATURE_SCHEME_TK_API_P256"

    # The compressed point, lower-case hexadecimal.
    attr_reader :public_key

    # Reads a pair of hexadecimal texts: the compressed public key of 33 bytes and the private key of 32.
    # Raises Error KEY_INVALID if the keys don't match or aren't P-256 keys.
    def initialize(public_key, private_key)
      number = P256.number(private_key)
      raise Error.of("KEY_INVALID", "the private key is not a P-256 key of 64 hexadecimal digits") unless number

      @key = P256.private_key(number)
      @public_key = @key.public_key.to_octet_string(:compressed).unpack1("H*")
      return if @public_key == public_key.to_s.downcase

      raise Error.of("KEY_INVALID", "the private key belongs to the public key #{@public_key}, not to #{public_key.inspect}")
    end

    # Generates a key pair. Register its public key with API_KEY_CURVE_P256.
    def self.generate
      of_private_key(OpenSSL::PKey::EC.generate(P256::NAME).private_key.to_s(16).rjust(64, "0"))
    end

    # The pair of a private key of 64 hexadecimal digits. Raises as ::new.
    def self.of_private_key(private_key)
      number = P256.number(private_key)
      point = P256.private_key(number).public_key if number
      new(point&.to_octet_string(:compressed)&.unpack1("H*"), private_key)
    end

    # Signs exactly these bytes: the value of the X-Stamp header.
    def stamp(body)
      signature = @key.sign("SHA256", body).unpack1("H*")
      json = JSON.generate(publicKey: public_key, scheme: SCHEME, signature: signature)
      [json].pack("m0").tr("+/", "-_").delete("=")
    end

    # Proves to Client#otp_login that the key is the one that the token of Client#verify_otp names.
    def client_signature(verification_token)
      prove_to(verification_token) { { login: { publicKey: public_key } } }
    end

    # Proves the same to Client#create_sub_organization, for a root user with the contact that the token names.
    def sign_up_signature(verification_token)
      prove_to(verification_token) do |claims|
        is_phone = claims["verification_type"] == OtpType::SMS
        { signup: { (is_phone ? :phoneNumber : :email) => claims["contact"] } }
      end
    end

    def inspect
      "#<#{self.class} #{public_key}>"
    end

    private

    def prove_to(verification_token)
      claims = JSON.parse(verification_token.split(".").fetch(1).tr("-_", "+/").unpack1("m"))
      message = JSON.generate(**yield(claims), tokenId: claims.fetch("id"))
      ClientSignature.new(public_key: public_key, scheme: ClientSignatureScheme::API_P256, message: message,
                          signature: @key.sign("SHA256", message).unpack1("H*"))
    rescue IndexError, JSON::ParserError
      raise Error.of("INPUT_INVALID", "the verification token is not a JWT")
    end
  end
end
