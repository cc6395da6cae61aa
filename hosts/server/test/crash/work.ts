/** The requests of the load. */
import { lifetimeBounds } from '@keywright/contract'
import type { Client, Posted } from '@keywright/engine/test'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'

/**
 * A posted request: a sub-organization with a wallet (two organizations in one commit), a code by email, or a signature,
 * which shares its commit with others.
 */
export interface Work {
  /** Unique: the name of the sub-organization, the recipient of the code, or the signed payload. */
  readonly name: string
  readonly kind: 'organization' | 'mail' | 'signature'
  readonly posted: Posted
  readonly composedAt: number
  /** The response that confirmed completion. */
  acknowledged?: Acknowledged | undefined
}

export interface Acknowledged {
  readonly id: string
  readonly result: unknown
}

/** @param signWith private key to sign with. Default: no signatures */
export function composeWork(client: Client, n: number, signWith?: string): Work {
  const composedAt = Date.now()
  if (n % 3 === 2)
    return { name: `code-${n}@example.com`, kind: 'mail', posted: composeCode(client, n), composedAt }
  if (n % 3 === 1 && signWith !== undefined) {
    const posted = composeSignature(client, signWith, n)
    return { name: `signature ${n}`, kind: 'signature', posted, composedAt }
  }
  return {
    name: `organization ${n}`,
    kind: 'organization',
    posted: composeOrganization(client, n),
    composedAt,
  }
}

/** Activity types of the load, as opposed to the preparation of the run. */
export const KINDS = {
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: true,
  ACTIVITY_TYPE_INIT_OTP: true,
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: true,
}

const composeSignature = (client: Client, signWith: string, n: number): Posted =>
  client.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith,
    payload: n.toString(16).padStart(64, '0'),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  })

function composeOrganization(client: Client, n: number): Posted {
  const { publicKey } = generateApiKeyPair(platformRandom)
  return client.compose('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName: `organization ${n}`,
    rootQuorumThreshold: 1,
    rootUsers: [
      {
        userName: 'end user',
        apiKeys: [{ apiKeyName: 'k', publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
      },
    ],
    wallet: { walletName: 'first', accounts: [] },
  })
}

const composeCode = (client: Client, n: number): Posted =>
  client.compose('ACTIVITY_TYPE_INIT_OTP', {
    otpType: 'OTP_TYPE_EMAIL',
    contact: `code-${n}@example.com`,
    expirationSeconds: String(lifetimeBounds.codeLifetime.max),
  })

/** Expired codes are purged in runs that outlast them. */
export const mayBePurged = (composedAt: number) =>
  Date.now() - composedAt > lifetimeBounds.codeLifetime.max * 1000
