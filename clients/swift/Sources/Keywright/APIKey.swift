import Crypto
import Foundation

/// A P-256 key pair that stamps requests. It prints as its public key.
public struct APIKey: Stamper, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The compressed point, lower-case hexadecimal.
  public let publicKey: String
  let privateKey: P256.Signing.PrivateKey

  /// Reads a pair of hexadecimal texts: the compressed public key of 33 bytes and the private key of 32.
  ///
  /// - Throws: `KEY_INVALID` if the keys don't match or aren't P-256 keys.
  public init(publicKey: String, privateKey: String) throws {
    guard let raw = bytes(hexadecimal: privateKey) else {
      throw KeywrightError(.keyInvalid, "the private key is not hexadecimal")
    }
    try self.init(rawRepresentation: raw)
    guard self.publicKey == publicKey.lowercased() else {
      throw KeywrightError(
        .keyInvalid, "the private key belongs to the public key \(self.publicKey), not to \"\(publicKey)\"")
    }
  }

  /// Generates a key pair. Register its public key with `API_KEY_CURVE_P256`.
  public init() {
    self.init(P256.Signing.PrivateKey())
  }

  init(rawRepresentation raw: Data) throws {
    guard raw.count == 32, let key = try? P256.Signing.PrivateKey(rawRepresentation: raw) else {
      throw KeywrightError(.keyInvalid, "the private key is not a 32-byte P-256 key")
    }
    self.init(key)
  }

  private init(_ key: P256.Signing.PrivateKey) {
    privateKey = key
    publicKey = hexadecimal(key.publicKey.compressedRepresentation)
  }

  /// The value of `X-Stamp`, for use with any HTTP client. Each call returns a different signature. To repeat a request,
  /// post the same ``SignedRequest``.
  public func stamp(_ body: Data) throws -> Stamp {
    try apiKeyStamp(publicKey: publicKey, signature: privateKey.signature(for: body).derRepresentation)
  }

  public var description: String { "APIKey(\(publicKey))" }
  public var debugDescription: String { description }
  /// Hides the private key from `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}

/// Identifies an activity by the posted bytes.
public func fingerprint(_ body: Data) -> String {
  "sha256:" + hexadecimal(SHA256.hash(data: body))
}

/// - Parameter signature: DER of an ECDSA signature over the SHA-256 of the body.
func apiKeyStamp(publicKey: String, signature: Data) throws -> Stamp {
  let stamp = [
    "publicKey": publicKey, "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature": hexadecimal(signature),
  ]
  return Stamp(header: "X-Stamp", value: base64url(try encoder().encode(stamp)))
}
