import Crypto
import Foundation

/// A protocol constant.
private let info = Data("turnkey_hpke".utf8)
private let encappedLength = 33
private let bundleLength = encappedLength + 32 + 16
/// Longer than any text of so many bytes in base58.
private let longestBundle = 130

/// Receives what the API seals to this caller: HPKE (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
/// AES-256-GCM. Use it once.
public struct TargetKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let privateKey: P256.KeyAgreement.PrivateKey

  /// A fresh key.
  public init() {
    privateKey = P256.KeyAgreement.PrivateKey()
  }

  /// Reads a private key of 32 bytes, hexadecimal.
  ///
  /// - Throws: `KEY_INVALID`
  public init(privateKey text: String) throws {
    guard let raw = bytes(hexadecimal: text), raw.count == 32,
      let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: raw)
    else {
      throw KeywrightError(.keyInvalid, "the private key is not 32 bytes of a key of P-256, hexadecimal")
    }
    privateKey = key
  }

  /// The `targetPublicKey` of a request: the uncompressed point, hexadecimal.
  public var publicKey: String { hexadecimal(privateKey.publicKey.x963Representation) }

  /// Opens what email auth, OTP auth, OAuth, recovery and read-write sessions give: an API key.
  ///
  /// - Throws: `BUNDLE_NOT_OPENED` when the bundle is damaged, or for another key.
  public func openCredentialBundle(_ bundle: String) throws -> APIKey {
    guard bundle.utf8.count <= longestBundle, let data = bytes(base58check: bundle), data.count == bundleLength,
      let sender = try? P256.KeyAgreement.PublicKey(compressedRepresentation: data.prefix(encappedLength))
    else {
      throw KeywrightError(.bundleNotOpened, "the bundle was cut or changed")
    }
    // The wire has the compressed point; HPKE is over the uncompressed one.
    let encapped = sender.x963Representation
    do {
      var recipient = try HPKE.Recipient(
        privateKey: privateKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: info, encapsulatedKey: encapped)
      let raw = try recipient.open(
        Data(data.dropFirst(encappedLength)), authenticating: encapped + privateKey.publicKey.x963Representation)
      return try APIKey(rawRepresentation: raw)
    } catch {
      throw KeywrightError(.bundleNotOpened, "the bundle is for another target key", cause: error)
    }
  }

  public var description: String { "TargetKey(\(publicKey))" }
  public var debugDescription: String { description }
  /// Hides the private key from `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}
