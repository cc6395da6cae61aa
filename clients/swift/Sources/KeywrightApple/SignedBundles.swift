#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Keywright

/// What an export bundle must match.
public struct ExpectedExport: Sendable {
  /// The key that signs the server's bundles, 65 bytes in hexadecimal. The server prints it; pin it in the app.
  public let signerPublicKey: String
  /// The organization that owns the key.
  public let organizationID: String

  public init(signerPublicKey: String, organizationID: String) {
    self.signerPublicKey = signerPublicKey
    self.organizationID = organizationID
  }
}

/// What an import bundle must match.
public struct ExpectedImport: Sendable {
  /// As in ``ExpectedExport``.
  public let signerPublicKey: String
  /// The organization that imports the key.
  public let organizationID: String
  /// The user who requested the import.
  public let userID: String

  public init(signerPublicKey: String, organizationID: String, userID: String) {
    self.signerPublicKey = signerPublicKey
    self.organizationID = organizationID
    self.userID = userID
  }
}

/// Encoding of a private key.
public enum KeyFormat: Sendable {
  /// 64 digits.
  case hexadecimal
  /// Base58 of seed and public key, as Solana wallets do.
  case solana
}

private let version = "v1.0.0"
/// Upper bound of a bundle's text, far above any phrase.
private let longest = 65_536
/// Upper bound of 64 bytes in base58.
private let longestSolanaKey = 100

private struct Outer: Decodable {
  let version, data, dataSignature, enclaveQuorumPublic: String?
}

private struct SignedData: Decodable {
  let encappedPublic, ciphertext, targetPublic, organizationId, userId: String?
}

extension TargetKey {
  /// Opens the `exportBundle` of `exportWallet`: the recovery phrase.
  ///
  /// - Throws: `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_MISMATCH`, `BUNDLE_SIGNATURE_INVALID`,
  ///   `BUNDLE_ORGANIZATION_MISMATCH`, `BUNDLE_FOR_ANOTHER_KEY`, `SECRET_MALFORMED`
  public func openWalletExport(_ bundle: String, expected: ExpectedExport) throws -> String {
    guard let phrase = String(data: try openExport(bundle, expected), encoding: .utf8) else {
      throw KeywrightError(.secretMalformed, "the bundle has no recovery phrase: is it a private key export?")
    }
    return phrase
  }

  /// Opens the `exportBundle` of `exportPrivateKey` and `exportWalletAccount`: the
  /// private key, written in the format.
  ///
  /// - Throws: as ``openWalletExport(_:expected:)``
  public func openKeyExport(
    _ bundle: String, format: KeyFormat = .hexadecimal, expected: ExpectedExport
  ) throws -> String {
    let secret = try openExport(bundle, expected)
    guard secret.count == 32 else {
      throw KeywrightError(.secretMalformed, "the bundle has no private key: is it a wallet export?")
    }
    switch format {
    case .hexadecimal: return hexadecimal(secret)
    case .solana: return base58(try solanaKey(secret))
    }
  }

  private func openExport(_ bundle: String, _ expected: ExpectedExport) throws -> Data {
    let data = try readSigned(bundle, expected.signerPublicKey, expected.organizationID)
    return try open(
      encapsulatedKey: hexMember("encappedPublic", data.encappedPublic),
      ciphertext: hexMember("ciphertext", data.ciphertext))
  }
}

/// Seals a recovery phrase to the `importBundle` of `initImportWallet`. The answer is the
/// `encryptedBundle` of `importWallet`. White space and case are normalized. The server checks whether the
/// words form a valid phrase.
///
/// - Throws: `SECRET_MALFORMED`, `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_MISMATCH`, `BUNDLE_SIGNATURE_INVALID`,
///   `BUNDLE_ORGANIZATION_MISMATCH`, `BUNDLE_USER_MISMATCH`
public func sealWalletImport(_ phrase: String, importBundle: String, expected: ExpectedImport) throws -> String {
  let words = phrase.lowercased().split(whereSeparator: \.isWhitespace)
  guard words.count >= 12 else {
    throw KeywrightError(.secretMalformed, "a recovery phrase has at least 12 words, this one has \(words.count)")
  }
  return try sealImport(Data(words.joined(separator: " ").utf8), importBundle, expected)
}

/// Seals a private key, written in the format, to the `importBundle` of `initImportPrivateKey`. The
/// answer is the `encryptedBundle` of `importPrivateKey`.
///
/// - Throws: as ``sealWalletImport(_:importBundle:expected:)``
public func sealKeyImport(
  _ privateKey: String, format: KeyFormat = .hexadecimal, importBundle: String, expected: ExpectedImport
) throws -> String {
  let text = privateKey.trimmingCharacters(in: .whitespacesAndNewlines)
  switch format {
  case .hexadecimal: return try sealImport(readHexadecimalKey(text), importBundle, expected)
  case .solana: return try sealImport(readSolanaKey(text), importBundle, expected)
  }
}

private func sealImport(_ secret: Data, _ importBundle: String, _ expected: ExpectedImport) throws -> String {
  let data = try readSigned(importBundle, expected.signerPublicKey, expected.organizationID)
  guard data.userId == expected.userID else {
    throw KeywrightError(
      .bundleUserMismatch, "the bundle is for user \(data.userId ?? "none"), not for \(expected.userID)")
  }
  return try seal(secret, data)
}

/// Seals a one-time code, and the public key that it authorizes, to the `otpEncryptionTargetBundle` of `initOtp`. The
/// answer is the `encryptedOtpBundle` of `verifyOtp`.
///
/// - Throws: as ``sealWalletImport(_:importBundle:expected:)``
public func sealOTP(
  _ code: String, publicKey: String, targetBundle: String, expected: ExpectedExport
) throws -> String {
  let data = try readSigned(targetBundle, expected.signerPublicKey, expected.organizationID)
  return try seal(encoder().encode(["otp_code": code, "public_key": publicKey]), data)
}

private func seal(_ secret: Data, _ data: SignedData) throws -> String {
  let point = try hexMember("targetPublic", data.targetPublic)
  guard let target = try? P256.KeyAgreement.PublicKey(x963Representation: point) else {
    throw malformed("member `targetPublic` is not a point of P-256")
  }
  let message = try seal(secret, to: target)
  let members = [
    "encappedPublic": hexadecimal(message.encapsulatedKey), "ciphertext": hexadecimal(message.ciphertext),
  ]
  return String(decoding: try encoder().encode(members), as: UTF8.self)
}

/// The data of a bundle that the pinned signer signed for the organization.
private func readSigned(_ bundle: String, _ signerPublicKey: String, _ organizationID: String) throws -> SignedData {
  guard bundle.utf8.count <= longest else { throw malformed("it is too long") }
  guard let outer = try? JSONDecoder().decode(Outer.self, from: Data(bundle.utf8)) else {
    throw malformed("it is not a JSON object of texts")
  }
  guard outer.version == version else { throw malformed("its version is not \(version)") }
  let signer = outer.enclaveQuorumPublic ?? ""
  guard signer.lowercased() == signerPublicKey.lowercased() else {
    throw KeywrightError(.bundleSignerMismatch, "the bundle is signed by \(signer), not by \(signerPublicKey)")
  }
  let data = try hexMember("data", outer.data)
  guard isSigned(data, by: signer, outer.dataSignature ?? "") else {
    throw KeywrightError(.bundleSignatureInvalid, "the signature of the bundle is invalid")
  }
  guard let members = try? JSONDecoder().decode(SignedData.self, from: data) else {
    throw malformed("its data is not a JSON object of texts")
  }
  guard members.organizationId == organizationID else {
    let other = members.organizationId ?? "none"
    throw KeywrightError(
      .bundleOrganizationMismatch, "the bundle belongs to organization \(other), not to \(organizationID)")
  }
  return members
}

private func isSigned(_ data: Data, by signer: String, _ signature: String) -> Bool {
  guard let point = bytes(hexadecimal: signer), let der = bytes(hexadecimal: signature),
    let key = try? P256.Signing.PublicKey(x963Representation: point),
    let parsed = try? P256.Signing.ECDSASignature(derRepresentation: der)
  else { return false }
  return key.isValidSignature(parsed, for: data)
}

private func hexMember(_ name: String, _ text: String?) throws -> Data {
  guard let text, let data = bytes(hexadecimal: text), !data.isEmpty else {
    throw malformed("member `\(name)` is missing or not hexadecimal")
  }
  return data
}

private func readHexadecimalKey(_ text: String) throws -> Data {
  let digits = text.lowercased().hasPrefix("0x") ? String(text.dropFirst(2)) : text
  guard let secret = bytes(hexadecimal: digits), secret.count == 32 else {
    throw KeywrightError(.secretMalformed, "the key is not 32 bytes in hexadecimal")
  }
  return secret
}

private func readSolanaKey(_ text: String) throws -> Data {
  guard text.utf8.count <= longestSolanaKey, let whole = bytes(base58: text), whole.count == 64 else {
    throw KeywrightError(.secretMalformed, "the key is not base58 of 64 bytes")
  }
  let seed = Data(whole.prefix(32))
  guard try solanaKey(seed) == whole else {
    throw KeywrightError(.secretMalformed, "the private and public half of the Solana key don't match")
  }
  return seed
}

/// Seed and public key.
private func solanaKey(_ seed: Data) throws -> Data {
  seed + (try Curve25519.Signing.PrivateKey(rawRepresentation: seed)).publicKey.rawRepresentation
}
#endif
