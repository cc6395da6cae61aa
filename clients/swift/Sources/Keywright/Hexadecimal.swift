import Foundation

/// Lower-case hexadecimal text.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return bytes.reduce(into: "") { text, byte in
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
}

/// The bytes of a hexadecimal text of either case; nil for malformed text.
func bytes(hexadecimal text: String) -> Data? {
  let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
  guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
  return Data(
    stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) })
}

/// Base64url without padding (RFC 4648, section 5).
func base64url(_ data: Data) -> String {
  data.base64EncodedString()
    .replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}
