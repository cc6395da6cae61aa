import Foundation

/// The user of a key.
public struct Identity: Decodable, Sendable, Equatable {
  public let organizationId: String
  public let organizationName: String
  public let userId: String
  public let username: String
}

/// Selects a key of a wallet and the format of its address.
public struct WalletAccount: Encodable, Sendable {
  /// Such as `CURVE_ED25519`.
  public let curve: String
  /// `PATH_FORMAT_BIP32`
  public let pathFormat: String
  /// Such as `m/44'/501'/0'/0'`.
  public let path: String
  /// Such as `ADDRESS_FORMAT_SOLANA`.
  public let addressFormat: String

  public init(curve: String, path: String, addressFormat: String) {
    self.curve = curve
    self.path = path
    self.addressFormat = addressFormat
    pathFormat = "PATH_FORMAT_BIP32"
  }

  /// An account with an Ethereum address at a path such as `m/44'/60'/0'/0/0`.
  public static func ethereum(_ path: String) -> WalletAccount {
    WalletAccount(curve: "CURVE_SECP256K1", path: path, addressFormat: "ADDRESS_FORMAT_ETHEREUM")
  }
}

/// What ``Client/createWallet(_:accounts:)`` made.
public struct Wallet: Decodable, Sendable, Equatable {
  public let walletId: String
  /// In the order of the accounts.
  public let addresses: [String]
}

/// A payload to sign, with its encoding and hash function.
public struct RawPayload: Encodable, Sendable {
  /// An address, a public key or the id of a private key.
  public let signWith: String
  /// In the encoding.
  public let payload: String
  /// Such as `PAYLOAD_ENCODING_HEXADECIMAL`.
  public let encoding: String
  /// Such as `HASH_FUNCTION_KECCAK256`.
  public let hashFunction: String

  public init(signWith: String, payload: String, encoding: String, hashFunction: String) {
    self.signWith = signWith
    self.payload = payload
    self.encoding = encoding
    self.hashFunction = hashFunction
  }
}

/// Hexadecimal texts.
public struct Signature: Decodable, Sendable, Equatable {
  /// 32 bytes.
  public let r: String
  /// 32 bytes.
  public let s: String
  /// Which of the possible public keys it is.
  public let v: String
}

extension Client {
  /// Returns the user of the key.
  public func whoami() async throws -> Identity {
    try await query("whoami")
  }

  /// Creates a wallet with a new recovery phrase.
  public func createWallet(_ name: String, accounts: [WalletAccount]) async throws -> Outcome<Wallet> {
    try await submit("ACTIVITY_TYPE_CREATE_WALLET", NewWallet(walletName: name, accounts: accounts))
      .map { try $0.readResult() }
  }

  /// Signs with a key of the organization.
  public func signRawPayload(_ payload: RawPayload) async throws -> Outcome<Signature> {
    try await submit("ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2", payload).map { try $0.readResult() }
  }
}

private struct NewWallet: Encodable {
  let walletName: String
  let accounts: [WalletAccount]
}
