# frozen_string_literal: true

module Keywright
  # Everything that can go wrong. Errors has a subclass for each name; messages may be reworded between releases and
  # never hold a key, a stamp or a body.
  class Error < StandardError
    # Name in the error catalog of the API, or of an error that the client raises itself; UNKNOWN for an error response
    # without a name.
    attr_reader :name
    # What to do about it; nil for an error response without a name. The message ends with it.
    attr_reader :help
    # HTTP status of a refusal, gRPC number and details of a refusal or a failure.
    attr_reader :status, :code, :details
    # The Activity that is not completed.
    attr_reader :activity
    # What got no answer: Client#send_request posts the same bytes, which cannot execute twice.
    attr_reader :request

    def initialize(name, message, status: nil, code: nil, details: nil, activity: nil, request: nil)
      @help = self.class.help
      super(["#{name}: #{message}", help].compact.join(". "))
      @name = name
      @status = status
      @code = code
      @details = details || []
      @activity = activity
      @request = request
    end

    # The members of the request that are wrong: Hashes with "field" and "description".
    def field_violations
      details.filter_map { |detail| detail["fieldViolations"] }.first || []
    end

    class << self
      attr_accessor :help

      # A subclass for a name.
      # @api private
      def define(name, help)
        @by_name ||= {}
        @by_name[name] = Class.new(self).tap { |subclass| subclass.help = help }
      end

      # An error of the subclass for the name.
      # @api private
      def of(name, message, **members)
        (@by_name[name] || self).new(name, message, **members)
      end

      # The error of a refusal's body.
      # @api private
      def refusal(status, body)
        of(name_in(body), body["message"], status: status, code: body["code"], details: body["details"])
      end

      # @api private
      def name_in(body)
        (body["details"] || []).filter_map { |detail| detail["errorCode"] }.first || "UNKNOWN"
      end
    end

    def inspect
      "#<#{self.class} #{message}>"
    end
  end
end

require_relative "generated/errors"

module Keywright
  # The outcome of a submit that waits for the approval of others. Never submit again, because that creates a second
  # activity. Others approve by the fingerprint; Client#wait_for_activity waits for them, in any process.
  ConsensusNeeded = Errors::ConsensusNeeded

  class ConsensusNeeded
    def fingerprint
      activity.fingerprint
    end
  end
end
