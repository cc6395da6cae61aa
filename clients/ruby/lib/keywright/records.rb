# frozen_string_literal: true

module Keywright
  # A response of the API, or a part of one. Members have methods; #[] reads any member by its name in the API.
  class Record
    class << self
      # @api private
      def member(name, wire, type = nil)
        define_method(name) { Record.read(@members[wire], type) }
        (@names ||= []) << name
      end

      # @api private
      def names
        @names || []
      end

      # The value of a member, with its type.
      # @api private
      def read(value, type)
        case value
        when nil then nil
        when Array then value.map { |one| read(one, type) }
        else convert(value, type)
        end
      end

      private

      def convert(value, type)
        case type
        when nil then value
        when :Integer then Integer(value, 10)
        when :Timestamp then Time.at(Integer(value["seconds"], 10), Integer(value["nanos"], 10), :nsec)
        else Keywright.const_get(type).new(value)
        end
      end
    end

    # @param members [Hash] as the API returned them
    def initialize(members)
      @members = members
    end

    # @param name [String] in the API
    def [](name)
      @members[name]
    end

    # The members as the API returned them.
    def to_h
      @members
    end

    # For pattern matching.
    def deconstruct_keys(_names)
      self.class.names.to_h { |name| [name.to_s.delete_suffix("?").to_sym, public_send(name)] }
    end

    def ==(other)
      other.class == self.class && other.to_h == to_h
    end
    alias eql? ==

    def hash
      @members.hash
    end

    # Names only: values may be secret.
    def inspect
      "#<#{self.class} #{self.class.names.join(", ")}>"
    end
    alias to_s inspect
  end

  # The result of a submit.
  class Result < Record
    # @return [Activity] the activity that produced the result
    attr_reader :activity

    # The result of a completed activity, such as Client#wait_for_activity returns.
    # Raises Errors::ResultWithheld if the response that contained a secret was lost.
    def self.of(activity)
      if activity.withheld&.any?
        message = "the server returned #{activity.withheld.join(", ")} once, and that response was lost"
        raise Error.of("RESULT_WITHHELD", message, activity: activity)
      end
      new(activity.result.values.first, activity)
    end

    def initialize(members, activity = nil)
      super(members)
      @activity = activity
    end
  end

  # An object in the parameters of a call. A Hash with the same keys does as well.
  class Params
    class << self
      # @api private
      def member(name, wire, optional: false)
        (@members ||= {})[name] = [wire, optional]
        define_method(name) { @values[name] }
      end

      # @api private
      attr_reader :members
    end

    # Raises ArgumentError for members that are missing or unknown.
    def initialize(**values)
      known = self.class.members
      missing = known.reject { |name, (_, optional)| optional || values.key?(name) }.keys
      raise ArgumentError, "missing: #{missing.join(", ")}" unless missing.empty?

      unknown = values.keys - known.keys
      raise ArgumentError, "unknown: #{unknown.join(", ")}" unless unknown.empty?

      @values = values
    end

    def to_h
      @values
    end

    # The members as the API expects them: names in camel case, without those that are nil.
    # @api private
    def self.encode(value, name = nil)
      case value
      when Params then encode(value.to_h)
      when Array then value.map { |one| encode(one) }
      when Integer then DECIMALS.include?(name) ? value.to_s : value
      when Hash
        value.compact.to_h do |key, member|
          wire = key.to_s.gsub(/_([a-z])/) { Regexp.last_match(1).upcase }
          [wire, encode(member, wire)]
        end
      else value
      end
    end
  end

  # An account with an Ethereum address at a derivation path, such as m/44'/60'/0'/0/0.
  def self.ethereum_account(path)
    WalletAccountParams.new(curve: Curve::SECP256K1, path_format: PathFormat::BIP32, path: path,
                            address_format: AddressFormat::ETHEREUM)
  end
end
