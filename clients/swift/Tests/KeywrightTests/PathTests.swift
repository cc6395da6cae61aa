import Foundation
import XCTest

@testable import Keywright

private struct Vectors: Decodable {
  let activityTypes: [String: String]
}

final class PathTests: XCTestCase {
  func testPaths() throws {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../vectors.json").standardized
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    for (activityType, expected) in vectors.activityTypes {
      XCTAssertEqual(path(of: activityType), expected)
    }
  }
}
