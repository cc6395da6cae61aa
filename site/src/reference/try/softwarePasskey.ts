import { platformRandom } from '@keywright/keys'
import { createPasskey, type Passkey } from '@keywright/keys/passkey'

/** A fresh passkey in software, for the site that this page is on. */
export function softwarePasskey(): Passkey {
  const { origin, hostname } = globalThis.location ?? { origin: 'http://localhost', hostname: 'localhost' }
  return createPasskey({ random: platformRandom, origin, rpId: hostname })
}
