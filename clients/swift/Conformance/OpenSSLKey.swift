import Foundation
import Keywright

/// A P-256 key that signs with the `openssl` command, for machines without CryptoKit. It shows how to conform a key of
/// another library to `Signing`.
struct OpenSSLKey: Signing {
  let publicKey: String
  private let file: URL

  /// - Parameters:
  ///   - publicKey: the compressed point, hexadecimal
  ///   - privateKey: 32 bytes, hexadecimal
  init(publicKey: String, privateKey: String) throws {
    self.publicKey = publicKey
    file = FileManager.default.temporaryDirectory.appendingPathComponent("keywright-\(UUID()).der")
    guard let scalar = bytes(hexadecimal: privateKey), scalar.count == 32 else {
      throw KeywrightError(.keyInvalid, "the private key is not a 32-byte P-256 key")
    }
    // RFC 5915: version 1, the scalar, and the object identifier of P-256.
    let der = bytes(hexadecimal: "30310201010420")! + scalar + bytes(hexadecimal: "a00a06082a8648ce3d030107")!
    guard FileManager.default.createFile(atPath: file.path, contents: der, attributes: [.posixPermissions: 0o600])
    else {
      throw KeywrightError(.keyInvalid, "the private key can't be written to \(file.path)")
    }
  }

  /// - Throws: `KEY_INVALID` if the private key belongs to another public key, or to a key of another curve
  func assertPair() throws {
    let words = ["ec", "-inform", "DER", "-in", file.path, "-pubout", "-outform", "DER", "-conv_form", "compressed"]
    // The point ends the encoding.
    let point = hexadecimal(try openssl(words).suffix(33))
    guard point == publicKey.lowercased() else {
      throw KeywrightError(.keyInvalid, "the private key belongs to the public key \(point), not to \"\(publicKey)\"")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: file) }

  func signature(for body: Data) async throws -> Data {
    try openssl(["dgst", "-sha256", "-keyform", "DER", "-sign", file.path], body)
  }

  private func openssl(_ words: [String], _ text: Data = Data()) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + words
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: text)
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw KeywrightError(.keyInvalid, "openssl ended with status \(process.terminationStatus)")
    }
    return answer
  }
}
