/**
 * Stamps as any user, so that one developer can play all the parts: the request then goes the way of every request, and
 * a vote carries a signature that verifies. Where the host knows a key of the user's, it signs with that; else it gives
 * the user one more API key, which shows among the credentials.
 */
import { headers } from '@keywright/contract'
import { createStamp, generateApiKeyPair, toStampHeader, toUtf8 } from '@keywright/keys'
import { deriveSecret } from './deriveSecret.ts'
import { type DevState, rootSecretOf } from './devState.ts'
import type { Running } from './parts.ts'

export interface StampRequest {
  /** The organization whose user it is. */
  readonly organizationId: string
  readonly userId: string
  /** The exact text that will be posted. */
  readonly body: string
}

export interface StampAnswer {
  readonly stampHeaderName: typeof headers.stamp
  readonly stampHeaderValue: string
  /** Hex; the key that signed. */
  readonly publicKey: string
  /** Whether the user was given this key for it. */
  readonly isNewKey: boolean
}

/** How the key is called among the user's credentials. */
const KEY_NAME = 'Development console'

/** @throws ApiError for an unknown user, and when the user has no room for another key */
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
