import Foundation
import Keywright

/// The adapter of this client for `keywright conformance`:
///
///     npx keywright conformance -- swift run conformance
@main
struct Conformance {
  static func main() async {
    await withTaskGroup(of: Void.self) { group in
      while let line = readLine() {
        guard let asked = try? JSONDecoder().decode(JSON.self, from: Data(line.utf8)) else { continue }
        group.addTask {
          let answer = await answer(asked)
          Output.shared.write(JSON.object(["id": asked["id"] ?? .null].merging(answer) { $1 }))
        }
      }
    }
  }
}

/// One line per answer.
private final class Output: Sendable {
  static let shared = Output()
  private let lock = NSLock()

  func write(_ answer: JSON) {
    guard let line = try? JSONEncoder().encode(answer) else { return }
    lock.withLock { FileHandle.standardOutput.write(line + Data("\n".utf8)) }
  }
}

private struct NotOffered: Error {}

private func answer(_ asked: JSON) async -> [String: JSON] {
  do {
    return ["result": try await perform(asked)]
  } catch is NotOffered {
    return ["notOffered": true]
  } catch let error as KeywrightError {
    return [
      "error": .object([
        "code": .string(error.name.rawValue), "message": .string(error.message),
        "status": error.status.map { .number(Double($0)) } ?? .null,
        "details": .array(error.details.map(JSON.object)),
        "activityId": error.activity.map { .string($0.id) } ?? .null,
        "fingerprint": error.activity.map { .string($0.fingerprint) } ?? .null,
      ])
    ]
  } catch {
    return ["error": ["code": .string("\(type(of: error))"), "message": .string("\(error)")]]
  }
}

private func perform(_ asked: JSON) async throws -> JSON {
  switch asked["do"]?.string {
  case "hello": return ["name": "Keywright for Swift", "version": "0.1.0", "isConcurrent": true]
  case "stamp":
    return try await with(asked["credential"]) { key in
      var stamps: [JSON] = []
      for body in list(asked["bodies"]) {
        let stamp = try await key.stamp(Data((body.string ?? "").utf8))
        stamps.append(["name": .string(stamp.header), "value": .string(stamp.value)])
      }
      return ["stamps": .array(stamps)]
    }
  case "whoami", "query", "submit", "wait", "resend":
    return try await with(asked["client"]?["credential"]) { key in
      try await call(asked, client(asked["client"] ?? .null, key))
    }
  // Bundles need the cryptography of `KeywrightApple`.
  default: throw NotOffered()
  }
}

private func call(_ asked: JSON, _ client: Client) async throws -> JSON {
  switch asked["do"]?.string {
  case "whoami": return try await client.query("whoami")
  case "query": return try await client.query(asked["call"]?.string ?? "", asked["input"] ?? [:])
  case "wait": return report(try await client.waitForActivity(asked["activityId"]?.string ?? ""))
  case "submit": return try await submit(asked, client)
  default: return try await resend(asked, client)
  }
}

private func submit(_ asked: JSON, _ client: Client) async throws -> JSON {
  report(try await client.submit(asked["type"]?.string ?? "", asked["parameters"] ?? [:]))
}

private func resend(_ asked: JSON, _ client: Client) async throws -> JSON {
  do {
    return try await submit(asked, client)
  } catch let error as KeywrightError {
    guard var request = error.request, let again = asked["again"]?.string else { throw error }
    let base = client.configuration.baseURL.absoluteString
    let path = request.url.absoluteString.dropFirst(base.count)
    guard let url = URL(string: again + path) else { throw error }
    request.url = url
    let body = try await client.send(request)
    return report(try JSONDecoder().decode(GetActivityResult.self, from: body).activity)
  }
}

private func report(_ activity: Activity) -> JSON {
  [
    "activityId": .string(activity.id), "status": .string(activity.status.rawValue),
    "fingerprint": .string(activity.fingerprint), "result": activity.result.values.first ?? .null,
  ]
}

private func client(_ to: JSON, _ key: OpenSSLKey) throws -> Client {
  var configuration = try Client.Configuration(environment: [
    "KEYWRIGHT_BASE_URL": to["baseUrl"]?.string ?? "",
    "KEYWRIGHT_ORGANIZATION_ID": to["organizationId"]?.string ?? "",
  ])
  if case .number(let milliseconds)? = to["timeoutMs"] { configuration.timeout = .milliseconds(Int(milliseconds)) }
  return try Client(configuration, stamper: key)
}

private func with(_ credential: JSON?, _ work: (OpenSSLKey) async throws -> JSON) async throws -> JSON {
  guard credential?["kind"]?.string == "api-key", credential?["curve"]?.string == "API_KEY_CURVE_P256" else {
    throw NotOffered()
  }
  let key = try OpenSSLKey(
    publicKey: credential?["publicKey"]?.string ?? "", privateKey: credential?["privateKey"]?.string ?? "")
  defer { key.remove() }
  try key.assertPair()
  return try await work(key)
}

private func list(_ value: JSON?) -> [JSON] {
  if case .array(let items)? = value { return items }
  return []
}
