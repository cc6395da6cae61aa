import { platformRandom } from '@keywright/keys'
import { createPasskey, type Passkey } from '@keywright/keys/passkey'

/** Creates a software passkey for this page's site. */
export function softwarePasskey(): Passkey {
  const { origin, hostname } = globalThis.location ?? { origin: 'http://localhost', hostname: 'localhost' }
  return createPasskey({ random: platformRandom, origin, rpId: hostname })
}
