# frozen_string_literal: true

# The adapter of this client for `keywright conformance`:
#
#   npx keywright conformance -- ruby conformance.rb

require_relative "lib/keywright"

NOT_OFFERED = Class.new(StandardError)

# Does what a line says, with the client.
class Adapter
  def hello(_)
    { name: "Keywright for Ruby", version: Keywright::VERSION, isConcurrent: true }
  end

  def whoami(asked)
    client(asked["client"]).whoami.to_h
  end

  def query(asked)
    client(asked["client"]).query(asked["call"], asked["input"])
  end

  def submit(asked)
    activity(client(asked["client"]).submit(asked["type"], asked["parameters"]))
  end

  def wait(asked)
    activity(client(asked["client"]).wait_for_activity(asked["activityId"]))
  end

  def resend(asked)
    submit(asked)
  rescue Keywright::Error => e
    raise unless e.request

    request = e.request.dup
    request.url = request.url.sub(asked["client"]["baseUrl"], asked["again"])
    activity(Keywright::Activity.new(client(asked["client"]).send_request(request)["activity"]))
  end

  def stamp(asked)
    key = key(asked["credential"])
    { stamps: asked["bodies"].map { |body| { name: "X-Stamp", value: key.stamp(body) } } }
  end

  def openCredential(asked)
    { publicKey: target(asked).open_credential_bundle(asked["bundle"]).public_key }
  end

  def openExport(asked)
    pins = pins(asked)
    return { secret: target(asked).open_wallet_export(asked["bundle"], **pins) } if asked["of"] == "phrase"

    { secret: target(asked).open_key_export(asked["bundle"], format: format(asked), **pins) }
  end

  def sealImport(asked)
    given = asked.values_at("secret", "bundle")
    pins = pins(asked).merge(user_id: asked["userId"])
    return { encryptedBundle: Keywright.seal_wallet_import(*given, **pins) } if asked["of"] == "phrase"

    { encryptedBundle: Keywright.seal_key_import(*given, format: format(asked), **pins) }
  end

  private

  def target(asked)
    Keywright::TargetKey.new(asked["target"]["privateKey"])
  end

  def pins(asked)
    { signer_public_key: asked["signerPublicKey"], organization_id: asked["organizationId"] }
  end

  def format(asked)
    asked["format"].downcase.to_sym
  end

  def key(credential)
    raise NOT_OFFERED unless credential.values_at("kind", "curve") == %w[api-key API_KEY_CURVE_P256]

    Keywright::ApiKey.new(credential["publicKey"], credential["privateKey"])
  end

  def client(to)
    Keywright::Client.new(base_url: to["baseUrl"], organization_id: to["organizationId"], key: key(to["credential"]),
                          timeout: to["timeoutMs"] / 1000.0)
  end

  def activity(found)
    { activityId: found.id, status: found.status, fingerprint: found.fingerprint, result: found.result&.values&.first }
  end
end

def answer(verb, asked)
  adapter = Adapter.new
  return { notOffered: true } unless adapter.public_methods(false).include?(verb.to_sym)

  { result: adapter.public_send(verb, asked) }
rescue NOT_OFFERED
  { notOffered: true }
rescue Keywright::Error => e
  { error: { code: e.name, message: e.message, status: e.status, details: e.details, activityId: e.activity&.id,
             fingerprint: e.activity&.fingerprint } }
rescue StandardError => e
  { error: { code: e.class.name, message: e.message } }
end

$stdout.sync = true
writing = Mutex.new
running = $stdin.each_line.map do |line|
  asked = JSON.parse(line)
  Thread.new do
    text = JSON.generate({ id: asked["id"] }.merge(answer(asked["do"], asked)))
    writing.synchronize { puts text }
  end
end
running.each(&:join)
