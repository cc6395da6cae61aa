# frozen_string_literal: true

require "json"
require "uri"

module Keywright
  # Never returns a time twice within a process, because equal bytes would be the same activity.
  module Clock
    # Largest lead over the clock, in milliseconds, that requests can cause. A larger one means that it was set back.
    MOST_AHEAD = 60_000

    @last_time = 0
    @mutex = Mutex.new

    # Milliseconds since 1970.
    def self.now
      Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
    end

    def self.next_time
      @mutex.synchronize do
        time = now
        @last_time = @last_time.between?(time, time + MOST_AHEAD) ? @last_time + 1 : time
      end
    end
  end
  private_constant :Clock

  # Calls the API. Threads may share it. Calls has a method for each call.
  class Client
    include Calls

    FIRST_POLL = 0.5
    LONGEST_POLL = 5
    LONGEST_PAGE = 100

    # +key+ is whatever has +stamp(body)+. Times are in seconds: +attempt_timeout+ of each attempt, +timeout+
    # of a request with all its attempts, and of waiting for an activity.
    def initialize(base_url:, organization_id:, key:, retries: 3, attempt_timeout: 30, timeout: 60, sleeper: method(:sleep))
      unless /\Ahttps?:\/\/[^\/]/.match?(base_url.to_s)
        raise Error.of("CONFIG_INVALID", "the base URL #{base_url.inspect} is not an http(s) address")
      end
      raise Error.of("CONFIG_INVALID", "the organization id is missing") if organization_id.to_s.empty?

      @base_url = base_url.sub(%r{/+\z}, "")
      @organization_id = organization_id
      @key = key
      @timeout = timeout
      @sleeper = sleeper
      @sender = Sender.new(retries: retries, attempt_timeout: attempt_timeout, sleeper: sleeper)
    end

    # From KEYWRIGHT_BASE_URL, KEYWRIGHT_ORGANIZATION_ID, KEYWRIGHT_API_PUBLIC_KEY and KEYWRIGHT_API_PRIVATE_KEY.
    def self.from_environment(env = ENV)
      key = ApiKey.new(env["KEYWRIGHT_API_PUBLIC_KEY"], env["KEYWRIGHT_API_PRIVATE_KEY"])
      new(base_url: env["KEYWRIGHT_BASE_URL"], organization_id: env["KEYWRIGHT_ORGANIZATION_ID"], key: key)
    end

    # The path of an activity type: ACTIVITY_TYPE_CREATE_USERS_V2 goes to /public/v1/submit/create_users.
    def self.path_of(type)
      "/public/v1/submit/#{type.delete_prefix("ACTIVITY_TYPE_").sub(/_V\d+\z/, "").downcase}"
    end

    # The same client for another organization, such as a sub-organization that the parent reads.
    def for_organization(organization_id)
      as(organization_id, @key)
    end

    # The same client in an organization, with another key, such as the session of a sub-organization's user.
    def as(organization_id, key)
      dup.tap do |other|
        other.instance_variable_set(:@organization_id, organization_id)
        other.instance_variable_set(:@key, key)
      end
    end

    # Sends a query, such as "list_wallets", with its filters. Returns the response, a Hash.
    def query(call, filters = {})
      send_request(sign_query(call, filters))
    end

    # Signs a query without sending it.
    def sign_query(call, filters = {})
      path = "/public/v1/query/#{call}"
      # The stamp covers only the body. Time and path make it useless for other queries and later times.
      frame = { organizationId: @organization_id, timestampMs: Clock.now.to_s }
      sign(path, frame.merge(Params.encode(filters).transform_keys(&:to_sym), callPath: path))
    end

    # Submits an activity of any type, such as ACTIVITY_TYPE_CREATE_USERS_V2, waits until it's completed and returns it.
    # Raises ConsensusNeeded, Errors::ActivityFailed, ActivityRejected or ActivityPending. A vote returns the activity
    # voted on, whatever its status.
    # @return [Activity]
    def submit(type, parameters = {})
      activity = activity_in(send_request(sign_submit(type, parameters)))
      vote?(type) ? activity : poll(activity, waits_for_votes: false)
    end

    # Signs a submit without sending it. The request is valid for one hour and one activity, however often it is
    # posted.
    def sign_submit(type, parameters = {})
      sign(self.class.path_of(type), type: type, timestampMs: Clock.next_time.to_s, organizationId: @organization_id,
                                     parameters: Params.encode(parameters))
    end

    # Posts a signed request and returns the response body. Without a response, or on 429 with Retry-After, 502, 503
    # or 504, it posts the same bytes again. A submit stays one activity, however often it arrives.
    def send_request(request)
      @sender.send(request, timeout: @timeout)
    end

    # Polls until the activity is final, including for the votes of others, or until the timeout. For its result, call
    # <tt>CreateWalletResult.of(activity)</tt>.
    # @return [Activity]
    def wait_for_activity(id)
      poll(read_activity(id), waits_for_votes: true)
    end

    # The keys that the server signs webhooks with, for Webhook.verify. Cache them, because they rarely change.
    def webhook_keys
      url = "#{@base_url}/public/v1/discovery/webhooks/jwks"
      @sender.get(url)["keys"] || raise(Error.of("RESPONSE_NOT_JSON", "#{url} returned no keys"))
    end

    def inspect
      "#<#{self.class} #{@base_url} #{@organization_id}>"
    end

    private

    # Serializes once and stamps exactly those bytes.
    def sign(path, members)
      body = JSON.generate(members).freeze
      SignedRequest.new(@base_url + path, body, @key.stamp(body)).freeze
    rescue JSON::GeneratorError, EncodingError => e
      raise Error.of("INPUT_INVALID", "the parameters cannot be written as JSON: #{e.class}")
    end

    def typed_query(call, type, filters = {})
      type.new(query(call, filters))
    end

    def typed_submit(activity_type, type, parameters = {})
      type.of(submit(activity_type, parameters))
    end

    # The entries of all pages; +fetch+ returns those of one.
    def pages(options, cursor, &fetch)
      page = { limit: LONGEST_PAGE }.merge(options.to_h.compact)
      Enumerator.new do |found|
        next_page = page
        loop do
          entries = fetch.call(next_page)
          entries.each { |entry| found << entry }
          break if entries.size < page[:limit].to_i

          next_page = { limit: page[:limit], after: entries.last.public_send(cursor) }
        end
      end
    end

    def vote?(type)
      %w[ACTIVITY_TYPE_APPROVE_ACTIVITY ACTIVITY_TYPE_REJECT_ACTIVITY].include?(type)
    end

    def poll(activity, waits_for_votes:)
      left = @timeout
      wait = FIRST_POLL
      until finished?(activity)
        is_waiting = activity.status == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
        raise unfinished("CONSENSUS_NEEDED", activity, "needs the approval of others") if is_waiting && (wait > left || !waits_for_votes)

        message = "is not finished: its status is #{activity.status}"
        raise unfinished("ACTIVITY_PENDING", activity, message) if wait > left

        @sleeper.call(wait)
        left -= wait
        wait = [wait * 2, LONGEST_POLL].min
        activity = read_activity(activity.id)
      end
      activity
    end

    def finished?(activity)
      case activity.status
      when "ACTIVITY_STATUS_COMPLETED" then true
      when "ACTIVITY_STATUS_REJECTED" then raise unfinished("ACTIVITY_REJECTED", activity, "was rejected")
      when "ACTIVITY_STATUS_FAILED"
        failure = activity["failure"] || {}
        message = "failed: #{Error.name_in(failure)}: #{failure["message"]}"
        raise unfinished("ACTIVITY_FAILED", activity, message, code: failure["code"], details: failure["details"])
      end
    end

    def unfinished(name, activity, what, **members)
      Error.of(name, "activity #{activity.id} #{what}", activity: activity, **members)
    end

    def read_activity(id)
      activity_in(query("get_activity", activityId: id))
    end

    # Something other than the API may return any JSON.
    def activity_in(answer)
      activity = answer["activity"]
      return Activity.new(activity) if activity.is_a?(Hash) && activity["id"].is_a?(String)

      raise Error.of("RESPONSE_NOT_JSON", "#{@base_url} returned an object without an activity", status: 200)
    end
  end
end
