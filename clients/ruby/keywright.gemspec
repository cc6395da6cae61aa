# frozen_string_literal: true

require_relative "lib/keywright/version"

Gem::Specification.new do |spec|
  spec.name = "keywright"
  spec.version = Keywright::VERSION
  spec.authors = ["The Keywright contributors"]
  spec.summary = "Client of the Keywright API: stamps, every call, polling, consensus"
  spec.homepage = "https://keywright.example/sdks/Ruby"
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "sig/**/*.rbs"] + ["README.md"]
  spec.metadata["rubygems_mfa_required"] = "true"
end
