import Foundation

/// Lower-case hexadecimal text.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return bytes.reduce(into: "") { text, byte in
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
}

/// The bytes of a hexadecimal text of either case; nil for malformed text.
package func bytes(hexadecimal text: String) -> Data? {
  let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
  guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
  return Data(
    stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) })
}

/// Base64url without padding (RFC 4648, section 5).
package func base64url(_ data: Data) -> String {
  data.base64EncodedString()
    .replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}

/// The bytes of a base64url text without padding; nil for malformed text.
package func bytes(base64url text: String) -> Data? {
  let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
  return Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4))
}
