/** Alice of the built-in issuer: registered once, signed in with tokens that are minted or spoilt. */
import { generateTargetKey } from '@keywright/bundles'
import { isKeywrightError } from '@keywright/client'
import type { TokenRequest } from '@keywright/dev-client'
import { oidcNonceOf, parseBase64url, parseJsonObject, parseUtf8, toBase64url, toUtf8 } from '@keywright/keys'
import { type CheckedStep, stepsUntil } from '../kit/checks.ts'
import type { Workbench } from '../kit/workbench.ts'
import { STEPS } from './steps.ts'

export interface Desk {
  readonly organizationId: string
  /** Of the page that signs in. */
  readonly targetPublicKey: string
  /** What a token for that key must carry. */
  readonly nonce: string
}

const ALICE = { subject: 'alice', audience: 'keywright-development' }

export const mint = async ({ sandbox }: Workbench, request: TokenRequest): Promise<string> =>
  (await sandbox.dev<{ token: string }>('POST', '/dev/issuer/token', request)).token

/** A sub-organization whose user is registered by a token, and a key that a page would make. */
export async function openDesk(bench: Workbench): Promise<Desk> {
  const oauthProviders = [{ providerName: 'Built-in issuer', oidcToken: await mint(bench, ALICE) }]
  const rootUsers = [{ userName: 'Alice', apiKeys: [], authenticators: [], oauthProviders }]
  const { subOrganizationId } = await bench.client.createSubOrganization({
    subOrganizationName: 'Signs in by a token',
    rootUsers,
    rootQuorumThreshold: 1,
  })
  const { targetPublicKey } = await generateTargetKey()
  return { organizationId: subOrganizationId, targetPublicKey, nonce: oidcNonceOf(targetPublicKey) }
}

/**
 * What the engine says to a token: the first check that fails is the one that it refuses by.
 * @throws KeywrightError for what is no refusal of the token
 */
export async function signInWith(
  bench: Workbench,
  desk: Desk,
  token: string,
): Promise<readonly CheckedStep[]> {
  const { organizationId, targetPublicKey } = desk
  const titles = STEPS.map(([title]) => title)
  try {
    await bench.client.oauth({ organizationId, oidcToken: token, targetPublicKey })
    return stepsUntil(titles)
  } catch (error) {
    if (!isKeywrightError(error)) throw error
    const at = STEPS.findIndex(([, refusal]) => refusal.test(error.message))
    if (at < 0) throw error
    return stepsUntil(titles, { at, found: error.message })
  }
}

/** Header and claims as JSON; undefined for what is no JSON Web Token. Nobody has verified them. */
export function decodeToken(token: string): string | undefined {
  const [header, claims] = token.trim().split('.')
  try {
    const parts = [header, claims].map((part) =>
      parseJsonObject(parseUtf8(parseBase64url(part!, 'part'), 'part'), 'part'),
    )
    return parts.map((part) => JSON.stringify(part, null, 2)).join('\n')
  } catch {
    return undefined
  }
}

/** Somebody changes a claim, and cannot sign again. */
export function withOtherClaims(token: string, change: Readonly<Record<string, unknown>>): string {
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const changed = {
    ...parseJsonObject(parseUtf8(parseBase64url(claims, 'claims'), 'claims'), 'claims'),
    ...change,
  }
  return [header, toBase64url(toUtf8(JSON.stringify(changed))), signature].join('.')
}
