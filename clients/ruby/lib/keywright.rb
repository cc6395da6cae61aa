# frozen_string_literal: true

# Client of the Keywright API, on what Ruby ships: openssl, net/http and json. Client has a method for each call.
#
#   client = Keywright::Client.from_environment
#   client.create_wallet(wallet_name: "treasury", accounts: []).wallet_id
module Keywright
end

require_relative "keywright/version"
require_relative "keywright/errors"
require_relative "keywright/records"
require_relative "keywright/generated/types"
require_relative "keywright/generated/calls"
require_relative "keywright/p256"
require_relative "keywright/api_key"
require_relative "keywright/base58"
require_relative "keywright/hpke"
require_relative "keywright/bundles"
require_relative "keywright/target_key"
require_relative "keywright/sender"
require_relative "keywright/webhook"
require_relative "keywright/client"
