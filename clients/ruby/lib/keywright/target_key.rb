# frozen_string_literal: true

require "openssl"

module Keywright
  # Opens what the API seals to this caller. Use it once. It prints as its public key.
  class TargetKey
    # A protocol constant.
    INFO = "turnkey_hpke"
    ENCAPPED_LENGTH = 33
    BUNDLE_LENGTH = ENCAPPED_LENGTH + 32 + 16
    # Longer than any text of so many bytes in base58.
    LONGEST_BUNDLE = 130
    private_constant :INFO, :ENCAPPED_LENGTH, :BUNDLE_LENGTH, :LONGEST_BUNDLE

    # The targetPublicKey of a request: the uncompressed point, hexadecimal.
    attr_reader :public_key

    # Reads a private key of 32 bytes, hexadecimal. Raises Error TARGET_KEY_MALFORMED.
    def initialize(private_key)
      number = P256.number(private_key)
      unless number
        raise Error.of("TARGET_KEY_MALFORMED", "the private key is not a P-256 key of 64 hexadecimal digits")
      end

      @key = P256.private_key(number)
      @public_key = @key.public_key.to_octet_string(:uncompressed).unpack1("H*")
    end

    # Generates a key.
    def self.generate
      new(OpenSSL::PKey::EC.generate(P256::NAME).private_key.to_s(16).rjust(64, "0"))
    end

    # Opens what email auth, OTP auth, OAuth, recovery and read-write sessions give: an ApiKey.
    # Raises Error BUNDLE_MALFORMED when the bundle was cut, BUNDLE_FOR_ANOTHER_KEY.
    def open_credential_bundle(bundle)
      text = bundle.to_s.strip
      raise Bundles.malformed("it is longer than any credential bundle") if text.length > LONGEST_BUNDLE

      data = Base58.decode_check(text)
      if data.nil? || data.bytesize != BUNDLE_LENGTH
        raise Bundles.malformed("it is not base58check of #{BUNDLE_LENGTH} bytes: was it copied completely?")
      end
      # Its first byte too: OpenSSL would also read a form of points that the protocol does not have.
      raise Bundles.malformed("its ephemeral key is not a point on P-256") unless data.start_with?("\2", "\3")

      # Bundles contain the compressed point; HPKE uses the uncompressed one.
      encapped = P256.point(data.byteslice(0, ENCAPPED_LENGTH)).to_octet_string(:uncompressed)
      ApiKey.of_private_key(open(encapped, data.byteslice(ENCAPPED_LENGTH..)).unpack1("H*"))
    rescue OpenSSL::PKey::EC::Point::Error
      raise Bundles.malformed("its ephemeral key is not a point on P-256")
    end

    # Opens the export_bundle of Client#export_wallet: the recovery phrase. The signer's public key is what the
    # server prints: pin it in your configuration. Raises Error with a name of bundles, or SECRET_MALFORMED.
    def open_wallet_export(bundle, signer_public_key:, organization_id:)
      phrase = open_export(bundle, signer_public_key, organization_id).force_encoding(Encoding::UTF_8)
      return phrase if phrase.valid_encoding?

      raise Error.of("SECRET_MALFORMED", "the bundle has no recovery phrase: is it a private key export?")
    end

    # Opens the export_bundle of Client#export_private_key and #export_wallet_account: the private key.
    # +format+ is :hexadecimal, or :solana for base58 of seed and public key. Raises as #open_wallet_export.
    def open_key_export(bundle, signer_public_key:, organization_id:, format: :hexadecimal)
      secret = open_export(bundle, signer_public_key, organization_id)
      return Bundles.write_key(secret, format) if secret.bytesize == 32

      raise Error.of("SECRET_MALFORMED", "the bundle has no private key: is it a wallet export?")
    end

    def inspect
      "#<#{self.class} #{public_key}>"
    end

    private

    def open_export(bundle, signer_public_key, organization_id)
      data = Bundles.read_signed(bundle, signer_public_key, organization_id)
      open(Bundles.hex_member(data, "encappedPublic"), Bundles.hex_member(data, "ciphertext"))
    end

    def open(encapped, ciphertext)
      aad = encapped + [public_key].pack("H*")
      Hpke.open(ciphertext, @key, encapped: encapped, info: INFO, aad: aad)
    rescue OpenSSL::OpenSSLError
      raise Error.of("BUNDLE_FOR_ANOTHER_KEY", "the bundle was sealed to another target key than #{public_key}")
    end
  end
end
