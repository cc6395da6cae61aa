#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Keywright

/// An API key that the Secure Enclave of this device holds. It cannot be copied, not even by the app.
public struct SecureEnclaveKey: Signing {
  private let privateKey: SecureEnclave.P256.Signing.PrivateKey

  /// Whether this device has a Secure Enclave. Without one, use a passkey.
  public static var isAvailable: Bool { SecureEnclave.isAvailable }

  /// Generates a key. Register its public key with `API_KEY_CURVE_P256` and keep ``handle`` in the keychain.
  ///
  /// - Parameter accessControl: can require biometrics at each use.
  /// - Throws: what CryptoKit throws.
  public init(accessControl: SecAccessControl? = nil) throws {
    if let accessControl {
      privateKey = try SecureEnclave.P256.Signing.PrivateKey(accessControl: accessControl)
    } else {
      privateKey = try SecureEnclave.P256.Signing.PrivateKey()
    }
  }

  /// The key of a handle that this device made.
  ///
  /// - Throws: `KEY_INVALID` for a handle of another device, or a damaged one.
  public init(handle: Data) throws {
    guard let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: handle) else {
      throw KeywrightError(.keyInvalid, "the handle is damaged, or another device made it")
    }
    privateKey = key
  }

  /// Encrypted for this device alone: it opens nowhere else.
  public var handle: Data { privateKey.dataRepresentation }

  /// The compressed point, lower-case hexadecimal.
  public var publicKey: String { hexadecimal(privateKey.publicKey.compressedRepresentation) }

  public func signature(for body: Data) throws -> Data {
    try privateKey.signature(for: body).derRepresentation
  }
}
#endif
