# frozen_string_literal: true

require "minitest/autorun"
require "rbs"
require_relative "../lib/keywright"

# The signatures in +sig+ are valid, and name the same calls, keywords and readers as the code.
class SignaturesTest < Minitest::Test
  def setup
    loader = RBS::EnvironmentLoader.new
    loader.add(path: Pathname("#{__dir__}/../sig"))
    @builder = RBS::DefinitionBuilder.new(env: RBS::Environment.from_loader(loader).resolve_type_names)
  end

  def test_calls
    calls = definition("Client").methods
    Keywright::Calls.instance_methods(false).each do |name|
      keywords = Keywright::Calls.instance_method(name).parameters.filter_map { |kind, key| key if kind != :block }
      type = calls.fetch(name).method_types.first.type
      assert_equal keywords.sort, (type.required_keywords.keys + type.optional_keywords.keys).sort, name
    end
  end

  def test_readers
    records = Keywright.constants.map { |name| [name, Keywright.const_get(name)] }
                       .select { |_, value| value.is_a?(Class) && value < Keywright::Record }
    assert_operator records.size, :>, 50
    records.each do |name, record|
      assert_empty record.names - definition(name).methods.keys, name
    end
  end

  private

  def definition(name)
    @builder.build_instance(RBS::TypeName.new(name: name.to_sym, namespace: RBS::Namespace.parse("::Keywright")))
  end
end
