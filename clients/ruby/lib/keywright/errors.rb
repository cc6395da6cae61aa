# frozen_string_literal: true

module Keywright
  # Everything that can go wrong. Switch on +name+; messages may be reworded between releases and never hold a key, a
  # stamp or a body.
  class Error < StandardError
    # Name in the catalogue of the API; or, from this side of the connection, CONFIG_INVALID, INPUT_INVALID,
    # KEY_INVALID, UNREACHABLE, TIMEOUT, RESPONSE_NOT_JSON, ACTIVITY_PENDING, ACTIVITY_FAILED, ACTIVITY_REJECTED,
    # CONSENSUS_NEEDED; of bundles BUNDLE_MALFORMED, BUNDLE_FOR_ANOTHER_KEY, BUNDLE_SIGNER_MISMATCH,
    # BUNDLE_SIGNATURE_INVALID, BUNDLE_ORGANIZATION_MISMATCH, BUNDLE_USER_MISMATCH, SECRET_MALFORMED,
    # TARGET_KEY_MALFORMED; UNKNOWN for an error response without a name.
    attr_reader :name
    # What to do about it; nil for an error response without a name. The message ends with it.
    attr_reader :help
    # HTTP status of a refusal, gRPC number and details of a refusal or a failure.
    attr_reader :status, :code, :details
    # The activity that is not completed, a Hash.
    attr_reader :activity
    # What got no answer: Client#send_request posts the same bytes, which cannot execute twice.
    attr_reader :request

    def initialize(name, message, status: nil, code: nil, details: nil, activity: nil, request: nil)
      @help = HELP[name]
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

    # The error of a refusal's body.
    def self.refusal(status, body)
      new(name_in(body), body["message"], status: status, code: body["code"], details: body["details"])
    end

    def self.name_in(body)
      (body["details"] || []).filter_map { |detail| detail["errorCode"] }.first || "UNKNOWN"
    end

    def inspect
      "#<#{self.class} #{message}>"
    end
  end

  # The outcome of a submit that waits for the approval of others. Never submit again: that asks for a second activity.
  # Others approve by the fingerprint; Client#wait_for_activity waits for them, in any process.
  class ConsensusNeeded < Error
    def initialize(activity)
      super("CONSENSUS_NEEDED", "activity #{activity["id"]} needs the approval of others", activity: activity)
    end

    def fingerprint
      activity["fingerprint"]
    end
  end
end
