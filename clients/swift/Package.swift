// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Keywright",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10)],
  products: [.library(name: "Keywright", targets: ["Keywright"])],
  dependencies: [
    // CryptoKit where the platform has it, the same code over BoringSSL elsewhere.
    .package(url: "https://github.com/apple/swift-crypto.git", "3.0.0"..<"5.0.0")
  ],
  targets: [
    .target(name: "Keywright", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
    .testTarget(name: "KeywrightTests", dependencies: ["Keywright"]),
  ]
)
