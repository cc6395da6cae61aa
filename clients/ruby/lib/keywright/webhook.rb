# frozen_string_literal: true

require "json"
require "openssl"

module Keywright
  # A verified notification. Store +event_id+, which is the same on every retry, to detect repeated deliveries.
  # +organization_id+ is the organization of the activity. The server signs the deliveries of all organizations with one
  # key, so check that it is your organization or one of its sub-organizations. The signature doesn't cover +event_type+.
  Webhook = Struct.new(:event_id, :event_type, :organization_id, :activity, keyword_init: true) do
    # SubjectPublicKeyInfo of an Ed25519 key (RFC 8410), up to the key.
    const_set(:SPKI, ["302a300506032b6570032100"].pack("H*").freeze)

    class << self
      # Checks the Standard Webhooks signature and the time of a delivery, and parses it.
      #
      # @param body [String] exactly as received
      # @param headers [Hash] of Rack or of any other server
      # @param keys [Array<Hash>] from Client#webhook_keys
      # @param tolerance [Numeric] allowed clock difference in seconds
      # @raise [Errors::WebhookUnsigned, Errors::WebhookSignatureInvalid, Errors::WebhookStale, Errors::WebhookBodyInvalid]
      def verify(body, headers, keys:, tolerance: 300, header_prefix: "x-keywright", now: Time.now)
        headers = headers.to_h.transform_keys { |name| name.to_s.downcase.delete_prefix("http_").tr("_", "-") }
        id, time, signatures = headers.values_at("webhook-id", "webhook-timestamp", "webhook-signature").map(&:to_s)
        if id.empty? || !/\A\d{1,12}\z/.match?(time)
          raise Error.of("WEBHOOK_UNSIGNED", "header webhook-id or webhook-timestamp is missing")
        end
        unless signed?("#{id}.#{time}.#{body}", signatures, keys)
          raise Error.of("WEBHOOK_SIGNATURE_INVALID", "the signature of the webhook is invalid")
        end
        if (now.to_f - time.to_i).abs > tolerance
          raise Error.of("WEBHOOK_STALE", "the webhook is from #{time}, more than #{tolerance} seconds from now")
        end

        activity = read(body)
        new(event_id: id, event_type: headers["#{header_prefix}-event-type"],
            organization_id: activity.organization_id, activity: activity)
      end

      private

      # A header holds several signatures while keys rotate.
      def signed?(text, signatures, keys)
        signatures.scan(/(?<=\Av1a,|\sv1a,)\S+/).any? do |signature|
          keys.any? { |key| key_of(key).verify(nil, signature.unpack1("m"), text.b) }
        end
      rescue OpenSSL::OpenSSLError
        false
      end

      def key_of(key)
        OpenSSL::PKey.read(self::SPKI + key.fetch("x").tr("-_", "+/").unpack1("m"))
      end

      def read(body)
        members = JSON.parse(body)
        return Activity.new(members) if members.is_a?(Hash) && members["id"].is_a?(String)

        raise JSON::ParserError
      rescue JSON::ParserError
        raise Error.of("WEBHOOK_BODY_INVALID", "the body of the webhook is not an activity")
      end
    end
  end
end
