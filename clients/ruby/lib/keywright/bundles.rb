# frozen_string_literal: true

require "json"
require "openssl"

module Keywright
  # Seals a recovery phrase to the import_bundle of Client#init_import_wallet: the encrypted_bundle of
  # Client#import_wallet. White space and case are normalized. The server checks whether the words form
  # a valid phrase. Raises Error with a name of bundles, or SECRET_MALFORMED.
  def self.seal_wallet_import(phrase, import_bundle, signer_public_key:, organization_id:, user_id:)
    words = phrase.to_s.downcase.split
    if words.size < 12
      raise Error.of("SECRET_MALFORMED", "a recovery phrase has at least 12 words, this one has #{words.size}")
    end

    Bundles.seal_import(words.join(" "), import_bundle, signer_public_key, organization_id, user_id)
  end

  # Seals a private key to the import_bundle of Client#init_import_private_key: the encrypted_bundle of
  # Client#import_private_key. +format+ is :hexadecimal, or :solana for base58 of seed and public key. Raises as
  # Keywright.seal_wallet_import.
  def self.seal_key_import(private_key, import_bundle, signer_public_key:, organization_id:, user_id:, format: :hexadecimal)
    secret = Bundles.read_key(private_key.to_s.strip, format)
    Bundles.seal_import(secret, import_bundle, signer_public_key, organization_id, user_id)
  end

  # Seals a one-time code, and the public key that it authorizes, to the otp_encryption_target_bundle of Client#init_otp: the
  # encrypted_otp_bundle of Client#verify_otp. Raises as Keywright.seal_wallet_import.
  def self.seal_otp(code, public_key, target_bundle, signer_public_key:, organization_id:)
    data = Bundles.read_signed(target_bundle, signer_public_key, organization_id)
    Bundles.seal(JSON.generate(otp_code: code, public_key: public_key), data)
  end

  # Bundles that the server signs, and what is written in them.
  module Bundles
    BUNDLE_VERSION = "v1.0.0"
    # Upper bound of a bundle's text, far above any phrase.
    LONGEST = 65_536
    # Upper bound of 64 bytes in base58.
    LONGEST_SOLANA_KEY = 100
    INFO = "turnkey_hpke"
    # PKCS 8 of an Ed25519 seed (RFC 8410), up to the seed.
    ED25519_HEAD = ["302e020100300506032b657004220420"].pack("H*").freeze

    module_function

    def malformed(reason)
      Error.of("BUNDLE_MALFORMED", "the bundle is not readable: #{reason}")
    end

    # The data of a bundle that the pinned signer signed for the organization.
    def read_signed(bundle, signer_public_key, organization_id)
      outer = read_json(bundle.to_s)
      raise malformed("its version is not #{BUNDLE_VERSION}") unless outer["version"] == BUNDLE_VERSION

      check_signer(outer["enclaveQuorumPublic"], signer_public_key)
      data = hex_member(outer, "data")
      unless signed_by?(outer["enclaveQuorumPublic"], data, outer["dataSignature"])
        raise Error.of("BUNDLE_SIGNATURE_INVALID", "the signature of the bundle is invalid")
      end

      members = read_json(data)
      found = members["organizationId"]
      return members if found == organization_id

      message = "the bundle belongs to organization #{found.inspect}, not to #{organization_id.inspect}"
      raise Error.of("BUNDLE_ORGANIZATION_MISMATCH", message)
    end

    def hex_member(members, name)
      text = members[name]
      return [text].pack("H*") if text.is_a?(String) && /\A(\h\h)+\z/.match?(text)

      raise malformed("member `#{name}` is missing or not hexadecimal")
    end

    def seal_import(secret, import_bundle, signer_public_key, organization_id, user_id)
      data = read_signed(import_bundle, signer_public_key, organization_id)
      unless data["userId"] == user_id
        message = "the bundle is for user #{data["userId"].inspect}, not for #{user_id.inspect}"
        raise Error.of("BUNDLE_USER_MISMATCH", message)
      end

      seal(secret, data)
    end

    def seal(secret, data)
      target = P256.point(hex_member(data, "targetPublic"))
      encapped, ciphertext = Hpke.seal(secret, target, info: INFO) do |one_time|
        one_time + target.to_octet_string(:uncompressed)
      end
      JSON.generate(encappedPublic: encapped.unpack1("H*"), ciphertext: ciphertext.unpack1("H*"))
    rescue OpenSSL::PKey::EC::Point::Error
      raise malformed("member `targetPublic` is not a point of P-256")
    end

    def write_key(secret, format)
      case format
      when :hexadecimal then secret.unpack1("H*")
      when :solana then Base58.encode(secret + ed25519_public_key(secret))
      else raise unknown_format(format)
      end
    end

    def read_key(text, format)
      case format
      when :hexadecimal
        digits = text.delete_prefix("0x").delete_prefix("0X")
        return [digits].pack("H*") if /\A\h{64}\z/.match?(digits)

        raise Error.of("SECRET_MALFORMED", "the key is not 32 bytes in hexadecimal")
      when :solana then read_solana_key(text)
      else raise unknown_format(format)
      end
    end

    def read_solana_key(text)
      data = Base58.decode(text) if text.length <= LONGEST_SOLANA_KEY
      raise Error.of("SECRET_MALFORMED", "the key is not base58 of 64 bytes") unless data&.bytesize == 64

      seed = data.byteslice(0, 32)
      return seed if ed25519_public_key(seed) == data.byteslice(32, 32)

      raise Error.of("SECRET_MALFORMED", "the private and public half of the Solana key don't match")
    end

    def ed25519_public_key(seed)
      OpenSSL::PKey.read(ED25519_HEAD + seed).public_to_der.byteslice(-32..)
    end

    def unknown_format(format)
      Error.of("INPUT_INVALID", "the format #{format.inspect} is neither :hexadecimal nor :solana")
    end

    def check_signer(signer, pinned)
      return if signer.is_a?(String) && signer.casecmp?(pinned.to_s)

      raise Error.of("BUNDLE_SIGNER_MISMATCH", "the bundle is signed by #{signer.inspect}, not by #{pinned.inspect}")
    end

    def signed_by?(signer, data, signature)
      key = P256.public_key(P256.point([signer].pack("H*")))
      key.verify("SHA256", [signature].pack("H*"), data)
    rescue OpenSSL::OpenSSLError, TypeError
      false
    end

    def read_json(text)
      raise malformed("it is too long") if text.bytesize > LONGEST

      members = JSON.parse(text)
      raise malformed("it is not a JSON object") unless members.is_a?(Hash)

      members
    rescue JSON::ParserError, EncodingError
      raise malformed("it is not a JSON object")
    end
  end
  private_constant :Bundles
end
