import Crypto
import Foundation

private let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

/// The bytes before the four of the checksum, or nil when the text is not base58check.
///
/// The caller bounds the text's length: the work grows with its square.
func bytes(base58check text: String) -> Data? {
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
  let all = Data([UInt8](repeating: 0, count: zeros) + data.reversed())
  guard all.count >= 4 else { return nil }
  let payload = Data(all.dropLast(4))
  let digest = SHA256.hash(data: Data(SHA256.hash(data: payload)))
  return Data(digest.prefix(4)) == Data(all.suffix(4)) ? payload : nil
}
