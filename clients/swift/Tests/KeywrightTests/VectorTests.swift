import Crypto
import Foundation
import XCTest

@testable import Keywright

private struct Vectors: Decodable {
  let stamps: [StampVector]
  let keyPairs: [KeyPair]
  let credentialBundles: [Bundle]
  let brokenCredentialBundles: [BrokenBundle]
  let activityTypes: [String: String]

  struct StampVector: Decodable { let name, body, fingerprint, privateKey, publicKey, signature: String }
  struct KeyPair: Decodable {
    let name, privateKey, publicKey: String
    let accepted: Bool
  }
  struct Bundle: Decodable { let name, targetPrivateKey, targetPublicKey, bundle, privateKey, publicKey: String }
  struct BrokenBundle: Decodable { let name, targetPrivateKey, bundle: String }

  static func read() throws -> Vectors {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../vectors.json").standardized
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
  }
}

final class VectorTests: XCTestCase {
  /// CryptoKit signs with fresh randomness: its stamps verify with the key that made the vectors' own.
  func testStamps() throws {
    for vector in try Vectors.read().stamps {
      let body = Data(vector.body.utf8)
      XCTAssertEqual(fingerprint(body), vector.fingerprint, vector.name)
      let key = try APIKey(publicKey: vector.publicKey, privateKey: vector.privateKey)
      let stamp = try key.stamp(body)
      XCTAssertEqual(stamp.header, "X-Stamp")
      let padded = stamp.value.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      let text = try XCTUnwrap(Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)))
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
        XCTAssertEqual((error as? KeywrightError)?.name, .bundleNotOpened, vector.name)
      }
    }
  }

  func testPaths() throws {
    for (activityType, expected) in try Vectors.read().activityTypes {
      XCTAssertEqual(path(of: activityType), expected)
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
