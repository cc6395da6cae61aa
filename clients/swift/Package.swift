// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Keywright",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10)],
  products: [
    // Needs Foundation alone: Linux and Apple platforms.
    .library(name: "Keywright", targets: ["Keywright"]),
    // API keys, bundles, the Secure Enclave and passkeys, on CryptoKit. Empty without it.
    .library(name: "KeywrightApple", targets: ["KeywrightApple"]),
  ],
  targets: [
    .target(name: "Keywright"),
    .target(name: "KeywrightApple", dependencies: ["Keywright"]),
    // The adapter for `keywright conformance`, with keys of the openssl command.
    .executableTarget(name: "conformance", dependencies: ["Keywright"], path: "Conformance"),
    .testTarget(name: "KeywrightTests", dependencies: ["Keywright"]),
    .testTarget(name: "KeywrightAppleTests", dependencies: ["KeywrightApple"]),
  ]
)
