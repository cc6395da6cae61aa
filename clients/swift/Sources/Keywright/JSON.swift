import Foundation

/// Any JSON value, for members that depend on the case, such as the result of an activity.
public enum JSON: Codable, Sendable, Equatable {
  case null
  case bool(Bool)
  /// The API writes integers that may be large as text.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .number(let number):
      if let whole = Int64(exactly: number) { try value.encode(whole) } else { try value.encode(number) }
    case .string(let string): try value.encode(string)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }

  /// A member of an object; nil of anything else.
  public subscript(name: String) -> JSON? {
    if case .object(let members) = self { return members[name] }
    return nil
  }

  public var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

/// Members in the order of their names, so that equal parameters are equal bytes.
package func encoder() -> JSONEncoder {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return encoder
}

/// An enumeration of texts, open to values that are newer than this package.
public protocol OpenEnum: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension OpenEnum {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }
}

/// A 64-bit number, which travels as text because JSON numbers lose precision.
public struct Integer64: Codable, Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }
  public init(integerLiteral value: UInt64) { self.value = value }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = UInt64(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number")
    }
    self.value = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }

  public var description: String { String(value) }
}

extension Timestamp {
  public var date: Date {
    Date(timeIntervalSince1970: Double(seconds.value) + Double(nanos.value) / 1_000_000_000)
  }
}

extension WalletAccountParams {
  /// An account with an Ethereum address at a path such as `m/44'/60'/0'/0/0`.
  public static func ethereum(_ path: String) -> WalletAccountParams {
    WalletAccountParams(curve: .secp256k1, pathFormat: .bip32, path: path, addressFormat: .ethereum)
  }
}
