#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Keywright

/// A P-256 key pair that stamps requests. It prints as its public key.
public struct APIKey: Signing, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
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

  /// Each call returns a different signature. To repeat a request, post the same `SignedRequest`.
  public func signature(for body: Data) throws -> Data {
    try privateKey.signature(for: body).derRepresentation
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

extension Client {
  /// From `KEYWRIGHT_BASE_URL`, `KEYWRIGHT_ORGANIZATION_ID`, `KEYWRIGHT_API_PUBLIC_KEY` and
  /// `KEYWRIGHT_API_PRIVATE_KEY`. For tools, because apps have no such environment.
  ///
  /// - Throws: `CONFIG_INVALID`, `KEY_INVALID`
  public static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> Client {
    let key = try APIKey(
      publicKey: environment["KEYWRIGHT_API_PUBLIC_KEY"] ?? "",
      privateKey: environment["KEYWRIGHT_API_PRIVATE_KEY"] ?? "")
    return try Client(Configuration(environment: environment), stamper: key)
  }
}
#endif
