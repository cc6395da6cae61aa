# frozen_string_literal: true

require "openssl"

module Keywright
  # HPKE (RFC 9180) in mode base with DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256, one message per context. Ruby ships none:
  # the labels and the order are the RFC's, curve, HMAC and AES-GCM are OpenSSL's.
  module Hpke
    AES_128_GCM = { id: 1, cipher: "aes-128-gcm", key_length: 16 }.freeze
    AES_256_GCM = { id: 2, cipher: "aes-256-gcm", key_length: 32 }.freeze
    KEM = ["KEM", 0x0010].pack("a*n")
    HASH_LENGTH = 32
    NONCE_LENGTH = 12
    TAG_LENGTH = 16

    module_function

    # Gives the one-time key, 65 bytes, and the ciphertext with its tag. +aad+ is made of the one-time key.
    def seal(plaintext, public_point, info:, aead: AES_256_GCM)
      ephemeral = OpenSSL::PKey::EC.generate(P256::NAME)
      encapped = ephemeral.public_key.to_octet_string(:uncompressed)
      secret = encapsulated_secret(ephemeral, public_point, encapped, public_point)
      cipher = cipher_of(secret, info, aead, &:encrypt)
      cipher.auth_data = yield encapped
      [encapped, cipher.update(plaintext) + cipher.final + cipher.auth_tag(TAG_LENGTH)]
    end

    # Opens what was sealed to +key+. Raises OpenSSL::OpenSSLError when it was not, or was changed.
    def open(ciphertext, key, encapped:, info:, aad:, aead: AES_256_GCM)
      raise OpenSSL::Cipher::CipherError, "too short" if ciphertext.bytesize <= TAG_LENGTH

      point = P256.point(encapped)
      secret = encapsulated_secret(key, point, encapped, key.public_key)
      cipher = cipher_of(secret, info, aead, &:decrypt)
      cipher.auth_tag = ciphertext.byteslice(-TAG_LENGTH..)
      cipher.auth_data = aad
      cipher.update(ciphertext.byteslice(0...-TAG_LENGTH)) + cipher.final
    end

    # Section 4.1: ExtractAndExpand of DHKEM.
    def encapsulated_secret(private_key, public_point, encapped, recipient)
      context = encapped + recipient.to_octet_string(:uncompressed)
      secret = extract("", KEM, "eae_prk", private_key.dh_compute_key(public_point))
      expand(secret, KEM, "shared_secret", context, HASH_LENGTH)
    end

    # Section 5.1: KeySchedule of mode base, for the first message.
    def cipher_of(shared_secret, info, aead)
      suite = ["HPKE", 0x0010, 0x0001, aead[:id]].pack("a*nnn")
      context = "\0".b + extract("", suite, "psk_id_hash", "") + extract("", suite, "info_hash", info)
      secret = extract(shared_secret, suite, "secret", "")
      cipher = OpenSSL::Cipher.new(aead[:cipher])
      yield cipher
      cipher.key = expand(secret, suite, "key", context, aead[:key_length])
      cipher.iv = expand(secret, suite, "base_nonce", context, NONCE_LENGTH)
      cipher
    end

    # Section 4: LabeledExtract.
    def extract(salt, suite, label, input)
      salt = "\0" * HASH_LENGTH if salt.empty?
      OpenSSL::HMAC.digest("SHA256", salt, "HPKE-v1".b + suite + label.b + input)
    end

    # Section 4: LabeledExpand, for lengths up to one hash.
    def expand(secret, suite, label, info, length)
      labeled = [length].pack("n") + "HPKE-v1".b + suite + label.b + info
      OpenSSL::HMAC.digest("SHA256", secret, labeled + "\1".b).byteslice(0, length)
    end
  end
  private_constant :Hpke
end
