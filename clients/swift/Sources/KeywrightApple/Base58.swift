#if canImport(CryptoKit)
import CryptoKit
import Foundation

private let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

/// The bytes of a base58 text, or nil for malformed text.
///
/// The caller limits the text's length, because the running time is quadratic.
func bytes(base58 text: String) -> Data? {
  var data: [UInt8] = []  // least significant first
  for character in text.utf8 {
    guard var carry = alphabet.firstIndex(of: character) else { return nil }
    for index in data.indices {
      carry += Int(data[index]) * 58
      data[index] = UInt8(carry & 255)
      carry >>= 8
    }
    while carry > 0 {
      data.append(UInt8(carry & 255))
      carry >>= 8
    }
  }
  let zeros = text.utf8.prefix { $0 == alphabet[0] }.count
  return Data([UInt8](repeating: 0, count: zeros) + data.reversed())
}

/// The bytes before the four of the checksum, or nil when the text is not base58check.
func bytes(base58check text: String) -> Data? {
  guard let all = bytes(base58: text), all.count >= 4 else { return nil }
  let payload = Data(all.dropLast(4))
  let digest = SHA256.hash(data: Data(SHA256.hash(data: payload)))
  return Data(digest.prefix(4)) == Data(all.suffix(4)) ? payload : nil
}

func base58(_ data: Data) -> String {
  var digits: [UInt8] = []  // least significant first
  for byte in data {
    var carry = Int(byte)
    for index in digits.indices {
      carry += Int(digits[index]) << 8
      digits[index] = UInt8(carry % 58)
      carry /= 58
    }
    while carry > 0 {
      digits.append(UInt8(carry % 58))
      carry /= 58
    }
  }
  let zeros = data.prefix { $0 == 0 }.count
  let letters = [UInt8](repeating: alphabet[0], count: zeros) + digits.reversed().map { alphabet[Int($0)] }
  return String(decoding: letters, as: UTF8.self)
}
#endif
