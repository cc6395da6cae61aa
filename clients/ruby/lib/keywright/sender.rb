# frozen_string_literal: true

require "json"
require "net/http"
require "timeout"

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
    # Longest response that is read, in bytes.
    LONGEST_ANSWER = 64 << 20
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
      response, text = exchange(uri, Net::HTTP::Get.new(uri), @attempt_timeout)
      parse(text) || raise(Error.of("RESPONSE_NOT_JSON", "#{url} returned no JSON object", status: response.code.to_i))
    rescue *NO_ANSWER => e
      raise Error.of("UNREACHABLE", "no response from #{url}: #{e.message}")
    end

    private

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def post(request, attempt, timeout)
      response, text = exchange(URI(request.url), posting(request), timeout)
      answer = parse(text)
      status = response.code.to_i
      return answer if answer && status == 200

      error = answer ? Error.refusal(status, answer) : not_json(request, status)
      Failure.new(error, wait_after(response, status, attempt))
    rescue *NO_ANSWER => e
      name = e.is_a?(Timeout::Error) ? "TIMEOUT" : "UNREACHABLE"
      Failure.new(Error.of(name, "no response from #{request.url}: #{e.message}", request: request), backoff(attempt))
    end

    def posting(request)
      headers = { "Content-Type" => "application/json", "X-Client-Version" => "keywright-ruby@#{VERSION}", "X-Stamp" => request.stamp }
      Net::HTTP::Post.new(URI(request.url), headers).tap { |post| post.body = request.body }
    end

    # The response and its body, which is empty if it's too long. Net::HTTP follows no redirects, which would hand the stamp
    # to others, and repeats no POST. Its own timeouts are for each read, so an endless response would never reach them.
    def exchange(uri, request, timeout)
      Timeout.timeout(timeout) do
        Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https", read_timeout: timeout) do |http|
          http.request(request) do |response|
            text = "".b
            response.read_body { |piece| (text << piece).bytesize <= LONGEST_ANSWER or return [response, ""] }
            return [response, text]
          end
        end
      end
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

    # Doubles from a quarter of a second to five; half of it is chance, so clients don't retry in lockstep.
    def backoff(attempt)
      [0.25 * (2**attempt), 5].min * rand(0.5..1.0)
    end
  end
end
