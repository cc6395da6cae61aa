# frozen_string_literal: true

require "json"
require "net/http"

module Keywright
  # A request that anybody can post: nothing but the body is signed. It is as good as a signature, so it does not print.
  SignedRequest = Struct.new(:url, :body, :stamp) do
    def inspect
      "#<#{self.class} #{url}>"
    end
    alias_method :to_s, :inspect
  end

  # Posts a signed request: the same bytes until there is an answer.
  class Sender
    NO_ANSWER = [SystemCallError, SocketError, IOError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError,
                 Net::HTTPBadResponse].freeze
    # A failed attempt, and after how many seconds another could help.
    Failure = Struct.new(:error, :wait)

    def initialize(retries:, attempt_timeout:, sleeper:)
      @retries = retries
      @attempt_timeout = attempt_timeout
      @sleeper = sleeper
    end

    # The body of the answer, parsed, within +timeout+ seconds in all. Raises Error.
    def send(request, timeout:)
      ends_at = now + timeout
      (0..).each do |attempt|
        answer = post(request, attempt, [@attempt_timeout, ends_at - now].min.clamp(0.001, @attempt_timeout))
        return answer unless answer.is_a?(Failure)
        raise answer.error if answer.wait.nil? || attempt >= @retries || now + answer.wait >= ends_at

        @sleeper.call(answer.wait)
      end
    end

    # Fetches a public JSON object, with one attempt.
    def get(url)
      uri = URI(url)
      response = connect(uri, @attempt_timeout) { |http| http.get(uri.request_uri) }
      parse(response.body) || raise(Error.of("RESPONSE_NOT_JSON", "#{url} returned no JSON object", status: response.code.to_i))
    rescue *NO_ANSWER => e
      raise Error.of("UNREACHABLE", "no response from #{url}: #{e.message}")
    end

    private

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def post(request, attempt, timeout)
      response = exchange(request, timeout)
      answer = parse(response.body)
      status = response.code.to_i
      return answer if answer && status == 200

      error = answer ? Error.refusal(status, answer) : not_json(request, status)
      Failure.new(error, wait_after(response, status, attempt))
    rescue *NO_ANSWER => e
      name = e.is_a?(Timeout::Error) ? "TIMEOUT" : "UNREACHABLE"
      Failure.new(Error.of(name, "no response from #{request.url}: #{e.message}", request: request), backoff(attempt))
    end

    # Net::HTTP follows no redirects, which would hand the stamp to others, and repeats no POST.
    def exchange(request, timeout)
      uri = URI(request.url)
      post = Net::HTTP::Post.new(
        uri, "Content-Type" => "application/json", "X-Client-Version" => "keywright-ruby@#{VERSION}", "X-Stamp" => request.stamp
      )
      post.body = request.body
      connect(uri, timeout) { |http| http.request(post) }
    end

    def connect(uri, timeout, &exchange)
      options = %i[open_timeout read_timeout write_timeout].to_h { |name| [name, timeout] }
      Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https", **options, &exchange)
    end

    def parse(text)
      answer = JSON.parse(text.to_s)
      answer if answer.is_a?(Hash)
    rescue JSON::ParserError
      nil
    end

    def not_json(request, status)
      message = "#{request.url} answered #{status} and no JSON object"
      Error.of("RESPONSE_NOT_JSON", message, status: status, request: request)
    end

    def wait_after(response, status, attempt)
      case status
      when 502..504 then backoff(attempt)
      when 429 then response["retry-after"].to_i.clamp(0, 60) if /\A\d+\z/.match?(response["retry-after"])
      end
    end

    # Doubles from a quarter of a second to five; half of it is chance, so so clients don't retry in lockstep.
    def backoff(attempt)
      [0.25 * (2**attempt), 5].min * rand(0.5..1.0)
    end
  end
end
