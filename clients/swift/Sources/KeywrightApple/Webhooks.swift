#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Keywright

extension WebhookVerifier {
  /// Verifies with CryptoKit.
  public init(keys: [WebhookKey]) {
    self.init(keys: keys) { signature, message, publicKey in
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
      return key?.isValidSignature(signature, for: message) ?? false
    }
  }
}
#endif
