# frozen_string_literal: true

require "openssl"

module Keywright
  # Base58 of Bitcoin's alphabet. Texts should be short: time grows with their square.
  module Base58
    ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    DIGITS = ALPHABET.each_char.with_index.to_h.freeze

    module_function

    # The bytes, or nil when the text is not base58.
    def decode(text)
      digits = text.each_char.map { |letter| DIGITS[letter] or return nil }
      number = digits.inject(0) { |sum, digit| (sum * 58) + digit }
      zeros = text[/\A1*/].length
      ("\0" * zeros).b + (number.zero? ? "".b : OpenSSL::BN.new(number).to_s(2))
    end

    # The bytes before a checksum of four, or nil when it does not hold.
    def decode_check(text)
      data = decode(text)
      return if data.nil? || data.bytesize < 4

      payload = data.byteslice(0...-4)
      twice = OpenSSL::Digest::SHA256.digest(OpenSSL::Digest::SHA256.digest(payload))
      payload if twice.start_with?(data.byteslice(-4..))
    end

    def encode(data)
      digits = OpenSSL::BN.new(data, 2).to_i.digits(58).reverse
      digits = [] if digits == [0]
      (ALPHABET[0] * data[/\A\0*/n].bytesize) + digits.map { |digit| ALPHABET[digit] }.join
    end
  end
  private_constant :Base58
end
