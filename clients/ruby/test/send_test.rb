# frozen_string_literal: true

require "minitest/autorun"
require "socket"
require_relative "../lib/keywright"

# Sending requests to a server that follows a script.
class SendTest < Minitest::Test
  WALLET = { "result" => { "createWalletResult" => { "walletId" => "w", "addresses" => [] } } }.freeze

  def test_an_error_has_no_webhook_keys
    error = assert_raises(Keywright::Error) { script([503, '{"code":14}']).webhook_keys }
    assert_equal "RESPONSE_NOT_JSON", error.name
  end

  def test_queries_name_their_call_and_time
    body = JSON.parse(script.sign_query("whoami").body)
    assert_equal "/public/v1/query/whoami", body["callPath"]
    assert_match(/\A\d{13}\z/, body["timestampMs"])
  end

  def test_a_secret_whose_response_was_lost
    client = script([200, activity("COMPLETED", WALLET.merge("withheld" => ["session"]))])
    assert_equal "RESULT_WITHHELD", error_of(client)
  end

  def test_other_ends
    { "FAILED" => "ACTIVITY_FAILED", "REJECTED" => "ACTIVITY_REJECTED" }.each do |status, name|
      assert_equal name, error_of(script([200, activity(status)]))
    end
    assert_equal "ACTIVITY_PENDING", error_of(script([200, activity("PENDING")], timeout: 0.4))
    [[200, "<html>"], [200, ""], [200, "[]"], [200, "{}"], [200, '{"activity":{}}'], [301, "", "Location: https://elsewhere.example/\r\n"]].each do |reply|
      assert_equal "RESPONSE_NOT_JSON", error_of(script(reply))
    end
  end

  def test_responses_are_bounded
    endless = script([200, "{"], attempt_timeout: 0.2, retries: 0) { |socket| loop { socket.write(" ") } }
    assert_equal "TIMEOUT", error_of(endless)
    long = activity("COMPLETED", WALLET).chop
    client = script([200, long], attempt_timeout: 600) { |socket| 65.times { socket.write(" " * (1 << 20)) } && socket.write("}") }
    assert_equal "RESPONSE_NOT_JSON", error_of(client)
  end

  def test_configuration
    [["", "o"], ["engine.example.com", "o"], ["https://engine.example.com", ""], [nil, nil]].each do |url, organization|
      error = assert_raises(Keywright::Error) do
        Keywright::Client.new(base_url: url, organization_id: organization, key: nil)
      end
      assert_equal "CONFIG_INVALID", error.name
    end
  end

  def test_pages_continue_after_the_last_entry
    client = script([200, '{"organizationIds":["ä","b"]}'], [200, '{"organizationIds":["c"]}'])
    assert_equal %w[ä b c], client.each_suborg(pagination_options: { limit: 2 }).to_a
    assert_equal({ "limit" => "2", "after" => "b" }, JSON.parse(@posted[1][1])["paginationOptions"])
  end

  def test_parameters
    parameters = { is_active: false, name: nil, user_names: [{ expirationSeconds: 60, apiKeyName: "k", expiration_seconds: 5 }] }
    body = JSON.parse(script.sign_submit("ACTIVITY_TYPE_X", parameters).body)
    assert_equal({ "isActive" => false, "userNames" => [{ "expirationSeconds" => "5", "apiKeyName" => "k" }] }, body["parameters"])
    assert_raises(ArgumentError) { Keywright::ApiKeyParams.new(api_key_name: "k") }
    assert_raises(ArgumentError) { Keywright::Pagination.new(size: 1) }
  end

  def test_results
    client = script([200, activity("COMPLETED", WALLET.merge("createdAt" => { "seconds" => "1700000000", "nanos" => "5" }))])
    result = create_wallet(client)
    assert_equal "a", result.activity.id
    assert_equal Time.at(1_700_000_000, 5, :nsec), result.activity.created_at
    assert_nil result.activity.failure
    case result
    in { wallet_id: String => id } then assert_equal "w", id
    end
    refute_includes result.inspect, "\"w\""
  end

  private

  def create_wallet(client)
    client.create_wallet(wallet_name: "treasury", accounts: [])
  end

  def error_of(client)
    assert_raises(Keywright::Error) { create_wallet(client) }.name
  end

  def activity(status, rest = {})
    JSON.generate(activity: { id: "a", fingerprint: "sha256:f", status: "ACTIVITY_STATUS_#{status}" }.merge(rest))
  end

  # Answers one reply a connection. A block writes the rest of the body.
  def script(*replies, **options, &rest)
    server = TCPServer.new("127.0.0.1", 0)
    @posted = posted = []
    Thread.new { replies.each { |reply| answer(server.accept, posted, *reply, &rest) } }
    Keywright::Client.new(base_url: "http://127.0.0.1:#{server.addr[1]}/", organization_id: "o", retries: 3,
                          key: Keywright::ApiKey.generate, sleeper: ->(_) {}, **options)
  end

  def answer(socket, posted, status, body, headers = "", &rest)
    head = socket.gets("\r\n\r\n")
    posted << [head[/^x-stamp:.*/i], socket.read(head[/content-length: (\d+)/i, 1].to_i)]
    length = "Content-Length: #{body.bytesize}\r\n" unless rest
    socket.write("HTTP/1.1 #{status} x\r\n#{headers}Connection: close\r\n#{length}\r\n#{body}")
    rest&.call(socket)
  rescue SystemCallError
    # The client has stopped reading.
  ensure
    socket.close
  end
end
