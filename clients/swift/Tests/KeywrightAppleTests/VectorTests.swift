#if canImport(CryptoKit)
import CryptoKit
import Foundation
import Keywright
import XCTest

@testable import KeywrightApple

private struct Vectors: Decodable {
  let stamps: [StampVector]
  let keyPairs: [KeyPair]
  let credentialBundles: [Bundle]
  let brokenCredentialBundles: [BrokenBundle]
  let exportBundles, brokenExportBundles, importBundles, brokenImportBundles: [SignedBundle]
  let webhooks: Webhooks

  struct Webhooks: Decodable {
    let keys: [WebhookKey]
    let deliveries: [Delivery]
  }
  struct Delivery: Decodable {
    let name, body: String
    let error: String?
    let now: Int
    let headers: [String: String]
  }

  struct StampVector: Decodable { let name, body, fingerprint, privateKey, publicKey, signature: String }
  struct KeyPair: Decodable {
    let name, privateKey, publicKey: String
    let accepted: Bool
  }
  struct Bundle: Decodable { let name, targetPrivateKey, targetPublicKey, bundle, privateKey, publicKey: String }
  struct BrokenBundle: Decodable { let name, targetPrivateKey, bundle, error: String }
  struct SignedBundle: Decodable {
    let name, of, format, bundle, signerPublicKey, organizationId: String
    let targetPrivateKey, inboxPrivateKey, userId, secret, plaintext, error: String?

    private var keyFormat: KeyFormat { format == "SOLANA" ? .solana : .hexadecimal }

    func openExport() throws -> String {
      let target = try TargetKey(privateKey: targetPrivateKey!)
      let expected = ExpectedExport(signerPublicKey: signerPublicKey, organizationID: organizationId)
      return of == "phrase"
        ? try target.openWalletExport(bundle, expected: expected)
        : try target.openKeyExport(bundle, format: keyFormat, expected: expected)
    }

    func sealImport() throws -> String {
      let expected = ExpectedImport(
        signerPublicKey: signerPublicKey, organizationID: organizationId, userID: userId!)
      return of == "phrase"
        ? try sealWalletImport(secret!, importBundle: bundle, expected: expected)
        : try sealKeyImport(secret!, format: keyFormat, importBundle: bundle, expected: expected)
    }
  }

  static func read() throws -> Vectors {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../vectors.json").standardized
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
  }
}

final class VectorTests: XCTestCase {
  /// CryptoKit signs with fresh randomness: its stamps verify with the key that made the vectors' own.
  func testStamps() async throws {
    for vector in try Vectors.read().stamps {
      let body = Data(vector.body.utf8)
      XCTAssertEqual(fingerprint(body), vector.fingerprint, vector.name)
      let key = try APIKey(publicKey: vector.publicKey, privateKey: vector.privateKey)
      let stamp = try await key.stamp(body)
      XCTAssertEqual(stamp.header, "X-Stamp")
      let text = try XCTUnwrap(bytes(base64url: stamp.value))
      let members = try JSONDecoder().decode([String: String].self, from: text)
      XCTAssertEqual(Set(members.keys), ["publicKey", "scheme", "signature"])
      XCTAssertEqual(members["publicKey"], vector.publicKey)
      XCTAssertEqual(members["scheme"], "SIGNATURE_SCHEME_TK_API_P256")
      for signature in [members["signature"]!, vector.signature] {
        let der = try XCTUnwrap(bytes(hexadecimal: signature))
        let parsed = try P256.Signing.ECDSASignature(derRepresentation: der)
        XCTAssertTrue(key.privateKey.publicKey.isValidSignature(parsed, for: body), vector.name)
      }
    }
  }

  func testKeyPairs() throws {
    for vector in try Vectors.read().keyPairs {
      do {
        _ = try APIKey(publicKey: vector.publicKey, privateKey: vector.privateKey)
        XCTAssertTrue(vector.accepted, vector.name)
      } catch let error as KeywrightError {
        XCTAssertFalse(vector.accepted, vector.name)
        XCTAssertEqual(error.name, .keyInvalid)
        XCTAssertFalse(!vector.privateKey.isEmpty && "\(error)".contains(vector.privateKey), vector.name)
      }
    }
  }

  func testCredentialBundles() throws {
    for vector in try Vectors.read().credentialBundles {
      let target = try TargetKey(privateKey: vector.targetPrivateKey)
      XCTAssertEqual(target.publicKey, vector.targetPublicKey, vector.name)
      let key = try target.openCredentialBundle(vector.bundle)
      XCTAssertEqual(key.publicKey, vector.publicKey, vector.name)
      XCTAssertEqual(hexadecimal(key.privateKey.rawRepresentation), vector.privateKey, vector.name)
    }
  }

  func testBrokenCredentialBundles() throws {
    for vector in try Vectors.read().brokenCredentialBundles {
      let target = try TargetKey(privateKey: vector.targetPrivateKey)
      XCTAssertThrowsError(try target.openCredentialBundle(vector.bundle), vector.name) { error in
        XCTAssertEqual((error as? KeywrightError)?.name.rawValue, vector.error, vector.name)
      }
    }
  }

  func testExportBundles() throws {
    for vector in try Vectors.read().exportBundles {
      XCTAssertEqual(try vector.openExport(), vector.secret, vector.name)
    }
  }

  func testBrokenExportBundles() throws {
    for vector in try Vectors.read().brokenExportBundles {
      XCTAssertThrowsError(try vector.openExport(), vector.name) { error in
        XCTAssertEqual((error as? KeywrightError)?.name.rawValue, vector.error, vector.name)
      }
    }
  }

  func testImportBundles() throws {
    for vector in try Vectors.read().importBundles {
      let answer = try JSONDecoder().decode([String: String].self, from: Data(vector.sealImport().utf8))
      let inbox = try TargetKey(privateKey: vector.inboxPrivateKey!)
      let found = try inbox.open(
        encapsulatedKey: XCTUnwrap(bytes(hexadecimal: answer["encappedPublic"]!)),
        ciphertext: XCTUnwrap(bytes(hexadecimal: answer["ciphertext"]!)))
      XCTAssertEqual(hexadecimal(found), vector.plaintext, vector.name)
    }
  }

  func testBrokenImportBundles() throws {
    for vector in try Vectors.read().brokenImportBundles {
      XCTAssertThrowsError(try vector.sealImport(), vector.name) { error in
        XCTAssertEqual((error as? KeywrightError)?.name.rawValue, vector.error, vector.name)
        XCTAssertFalse("\(error)".contains(vector.secret!), vector.name)
      }
    }
  }

  func testWebhooks() throws {
    let webhooks = try Vectors.read().webhooks
    let verifier = WebhookVerifier(keys: webhooks.keys)
    for vector in webhooks.deliveries {
      let now = Date(timeIntervalSince1970: Double(vector.now))
      do {
        let webhook = try verifier.verify(Data(vector.body.utf8), now: now) { vector.headers[$0] }
        XCTAssertNil(vector.error, vector.name)
        XCTAssertEqual(webhook.eventID, "evt_1")
        XCTAssertEqual(webhook.organizationID, webhook.activity.organizationId)
      } catch let error as KeywrightError {
        XCTAssertEqual(error.name.rawValue, vector.error, vector.name)
      }
    }
  }

  func testKeysHideThemselves() throws {
    let vector = try XCTUnwrap(Vectors.read().stamps.first)
    let key = try APIKey(publicKey: vector.publicKey, privateKey: vector.privateKey)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      XCTAssertFalse(text.contains(vector.privateKey))
    }
  }
}
#endif
