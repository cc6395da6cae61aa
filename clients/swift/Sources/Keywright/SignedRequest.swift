import Foundation

/// A request that anyone can post, because only the body is signed. It's as good as a signature, so it prints as its
/// address.
public struct SignedRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Change it to post the same bytes to another address of the server.
  public var url: URL
  /// Exactly the bytes that were signed.
  public let body: Data
  public let stamp: Stamp

  public var description: String { "SignedRequest(\(url.absoluteString))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

/// The path of an activity type: `ACTIVITY_TYPE_CREATE_USERS_V2` goes to `/public/v1/submit/create_users`.
package func path(of activityType: String) -> String {
  var name = Substring(activityType)
  if name.hasPrefix("ACTIVITY_TYPE_") { name.removeFirst("ACTIVITY_TYPE_".count) }
  if let mark = name.range(of: "_V", options: .backwards) {
    let version = name[mark.upperBound...]
    if !version.isEmpty, version.utf8.allSatisfy({ (48...57).contains($0) }) { name = name[..<mark.lowerBound] }
  }
  return "/public/v1/submit/" + name.lowercased()
}
