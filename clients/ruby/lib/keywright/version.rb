# frozen_string_literal: true

module Keywright
  VERSION = "0.1.0"
end
