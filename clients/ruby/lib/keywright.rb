# frozen_string_literal: true

# Client of the Keywright API, on what Ruby ships: openssl, net/http and json.
#
#   client = Keywright::Client.from_environment
#   client.whoami["username"]
module Keywright
end

require_relative "keywright/version"
require_relative "keywright/help"
require_relative "keywright/errors"
require_relative "keywright/p256"
require_relative "keywright/api_key"
require_relative "keywright/base58"
require_relative "keywright/hpke"
require_relative "keywright/bundles"
require_relative "keywright/target_key"
require_relative "keywright/sender"
require_relative "keywright/client"
