#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Keywright

/// A protocol constant.
private let info = Data("turnkey_hpke".utf8)
private let suite = HPKE.Ciphersuite.P256_SHA256_AES_GCM_256
private let encappedLength = 33
private let bundleLength = encappedLength + 32 + 16
/// An upper bound of the base58 length of this many bytes.
private let longestBundle = 130

/// Receives what the API seals to this caller: HPKE (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
/// AES-256-GCM. Use it once.
public struct TargetKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let privateKey: P256.KeyAgreement.PrivateKey

  /// Generates a key.
  public init() {
    privateKey = P256.KeyAgreement.PrivateKey()
  }

  /// Reads a private key of 32 bytes, hexadecimal.
  ///
  /// - Throws: `TARGET_KEY_MALFORMED`
  public init(privateKey text: String) throws {
    guard let raw = bytes(hexadecimal: text), raw.count == 32,
      let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: raw)
    else {
      throw KeywrightError(.targetKeyMalformed, "the private key is not a 32-byte P-256 key, hexadecimal")
    }
    privateKey = key
  }

  /// The `targetPublicKey` of a request: the uncompressed point, hexadecimal.
  public var publicKey: String { hexadecimal(privateKey.publicKey.x963Representation) }

  /// Opens what email auth, OTP auth, OAuth, recovery and read-write sessions give: an API key.
  ///
  /// - Throws: `BUNDLE_MALFORMED` when the bundle was cut, `BUNDLE_FOR_ANOTHER_KEY`
  public func openCredentialBundle(_ bundle: String) throws -> APIKey {
    let text = bundle.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.count <= longestBundle else { throw malformed("it is longer than any credential bundle") }
    guard let data = bytes(base58check: text), data.count == bundleLength else {
      throw malformed("it is not base58check of \(bundleLength) bytes: was it copied completely?")
    }
    guard let sender = try? P256.KeyAgreement.PublicKey(compressedRepresentation: data.prefix(encappedLength)) else {
      throw malformed("its ephemeral key is not a point on P-256")
    }
    // Bundles contain the compressed point; HPKE uses the uncompressed one.
    let raw = try open(encapsulatedKey: sender.x963Representation, ciphertext: Data(data.dropFirst(encappedLength)))
    return try APIKey(rawRepresentation: raw)
  }

  /// Opens a message of HPKE, with both public keys as associated data.
  ///
  /// - Throws: `BUNDLE_FOR_ANOTHER_KEY`
  func open(encapsulatedKey: Data, ciphertext: Data) throws -> Data {
    do {
      var recipient = try HPKE.Recipient(
        privateKey: privateKey, ciphersuite: suite, info: info, encapsulatedKey: encapsulatedKey)
      return try recipient.open(
        ciphertext, authenticating: encapsulatedKey + privateKey.publicKey.x963Representation)
    } catch {
      throw KeywrightError(
        .bundleForAnotherKey, "the bundle was sealed to another target key than \(publicKey)", cause: error)
    }
  }

  public var description: String { "TargetKey(\(publicKey))" }
  public var debugDescription: String { description }
  /// Hides the private key from `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}

/// The ephemeral key, 65 bytes, and the ciphertext with its tag.
func seal(
  _ plaintext: Data, to target: P256.KeyAgreement.PublicKey
) throws -> (encapsulatedKey: Data, ciphertext: Data) {
  var sender = try HPKE.Sender(recipientKey: target, ciphersuite: suite, info: info)
  let encapsulatedKey = sender.encapsulatedKey
  return (encapsulatedKey, try sender.seal(plaintext, authenticating: encapsulatedKey + target.x963Representation))
}

func malformed(_ reason: String) -> KeywrightError {
  KeywrightError(.bundleMalformed, "the bundle is not readable: \(reason)")
}
#endif
