/** Where requests go and who stamps them: flags first, then the environment. */
import { type ApiKeyPair, apiKeyCurves, apiPublicKeyOf } from '@keywright/keys'
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'

/** Where `keywright dev` listens unless told otherwise. */
export const DEFAULT_PORT = 8787
const DEFAULT_BASE_URL = `http://127.0.0.1:${DEFAULT_PORT}`

export interface Connection {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly organizationId: string
  readonly key: ApiKeyPair
}

/** @throws Failure (usage) that names what is missing or does not fit */
export async function resolveConnection(context: Context): Promise<Connection> {
  return {
    baseUrl: resolveBaseUrl(context),
    organizationId: resolveOrganizationId(context),
    key: await resolveKey(context),
  }
}

/** @throws Failure (usage) when it is no http address */
export function resolveBaseUrl({ input, host }: Context): string {
  const text = input.flag('base-url') ?? host.env['KEYWRIGHT_BASE_URL'] ?? DEFAULT_BASE_URL
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw usageFailure(`base URL \`${text}\` is not usable`, `write it like ${DEFAULT_BASE_URL}`)
  }
  return text.replace(/\/+$/, '')
}

/** @throws Failure (usage) when it is missing */
export function resolveOrganizationId({ input, host }: Context): string {
  const id = input.flag('organization-id') ?? host.env['KEYWRIGHT_ORGANIZATION_ID']
  if (id) return id
  throw missing('the organization id', 'KEYWRIGHT_ORGANIZATION_ID', '--organization-id ID')
}

/** @throws Failure (usage) when it is missing, malformed, or the halves are not of one pair */
export async function resolveKey({ input, host }: Context): Promise<ApiKeyPair> {
  const file = input.flag('api-private-key-file')
  const privateKey = (
    file === undefined ? host.env['KEYWRIGHT_API_PRIVATE_KEY'] : await readText(host, file)
  )?.trim()
  if (!privateKey) {
    throw missing('the API private key', 'KEYWRIGHT_API_PRIVATE_KEY', '--api-private-key-file FILE')
  }
  if (!/^[0-9a-f]{64}$/i.test(privateKey)) {
    const source = file ?? 'KEYWRIGHT_API_PRIVATE_KEY'
    throw usageFailure(
      `the private key in ${source} is not 64 hexadecimal digits, it has ${privateKey.length} characters`,
      'keywright generate api-key makes a pair of the right form',
    )
  }
  return toKeyPair(
    privateKey.toLowerCase(),
    input.flag('api-public-key') ?? host.env['KEYWRIGHT_API_PUBLIC_KEY'],
  )
}

/** The curve follows from the public key; without one it is P-256. */
function toKeyPair(privateKey: string, expected: string | undefined): ApiKeyPair {
  const pairs = apiKeyCurves.flatMap((curve) => {
    try {
      return [{ curve, privateKey, publicKey: apiPublicKeyOf(curve, privateKey) }]
    } catch {
      // Out of range on this curve.
      return []
    }
  })
  const pair = pairs.find(({ publicKey }) => expected === undefined || publicKey === expected.toLowerCase())
  if (pair) return pair
  throw usageFailure(
    `the API private key does not belong to public key ${expected}`,
    `it belongs to ${pairs.map(({ publicKey }) => publicKey).join(', or ')}; set both halves of one pair`,
  )
}

const missing = (what: string, variable: string, flag: string) =>
  usageFailure(
    `${what} is missing`,
    `set ${variable} or give ${flag}\nkeywright dev prints lines to paste; keywright doctor checks them`,
  )
