/**
 * Stamps as any user, so that one developer can play all roles. Requests are processed as usual, and votes have verifiable
 * signatures. If the host has no key of the user, it adds an API key to the user's credentials.
 */
import { headers } from '@keywright/contract'
import { createStamp, generateApiKeyPair, toStampHeader, toUtf8 } from '@keywright/keys'
import { deriveSecret } from './deriveSecret.ts'
import { type DevState, rootSecretOf } from './devState.ts'
import type { Running } from './parts.ts'

export interface StampRequest {
  readonly organizationId: string
  readonly userId: string
  readonly body: string
}

export interface StampAnswer {
  readonly stampHeaderName: typeof headers.stamp
  readonly stampHeaderValue: string
  /** Public key of the signature, hex. */
  readonly publicKey: string
  readonly isNewKey: boolean
}

/** Name of the added key. */
const KEY_NAME = 'Development console'

/** @throws ApiError for an unknown user, or if the user has too many keys */
export async function stampAs(
  { engine, state, organizations }: Pick<Running, 'engine' | 'state' | 'organizations'>,
  { organizationId, userId, body }: StampRequest,
): Promise<StampAnswer> {
  const { user } = await engine.ask('get_user', organizationId, { userId })
  const own = new Set(user.apiKeys.map(({ credential }) => credential.publicKey))
  const made = (await organizations.list()).map(({ apiKey }) => apiKey)
  const derived = keyFor(state, organizationId, userId)
  const known = [state.apiKey, ...made, derived].find(({ publicKey }) => own.has(publicKey))
  const { publicKey, privateKey } = known ?? derived
  if (!known) await engine.addApiKey({ organizationId, userId, apiKeyName: KEY_NAME, publicKey })
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), privateKey)
  return {
    stampHeaderName: headers.stamp,
    stampHeaderValue: toStampHeader(stamp),
    publicKey,
    isNewKey: !known,
  }
}

function keyFor(state: DevState, organizationId: string, userId: string) {
  const label = `keywright development console v1 ${organizationId} ${userId}`
  return generateApiKeyPair((length) => deriveSecret(rootSecretOf(state), label, length))
}
