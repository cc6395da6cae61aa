/** Where requests go and who stamps them: flags first, then the environment, then the folder of `keywright dev`. */
import { isUuid } from '@keywright/contract'
import { type ApiKeyPair, apiKeyCurves, apiPublicKeyOf } from '@keywright/keys'
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'
import { reach } from './reach.ts'
import { readStateFolder } from './stateFolder.ts'

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
    baseUrl: await resolveBaseUrl(context),
    organizationId: await resolveOrganizationId(context),
    key: await resolveKey(context),
  }
}

/** @throws Failure (usage) when it is no http address */
export async function resolveBaseUrl(context: Context): Promise<string> {
  const { input, host } = context
  const text =
    input.flag('base-url') ||
    host.env['KEYWRIGHT_BASE_URL'] ||
    (await readStateFolder(context)).baseUrl ||
    DEFAULT_BASE_URL
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw usageFailure(`base URL \`${text}\` is not usable`, `write it like ${DEFAULT_BASE_URL}`)
  }
  return text.replace(/\/+$/, '')
}

/** @throws Failure (usage) when it is missing or no id */
export async function resolveOrganizationId(context: Context): Promise<string> {
  const { input, host } = context
  const id =
    input.flag('organization-id') ||
    host.env['KEYWRIGHT_ORGANIZATION_ID'] ||
    (await readStateFolder(context)).organizationId
  if (!id) throw missing('the organization id', 'KEYWRIGHT_ORGANIZATION_ID', '--organization-id ID')
  if (isUuid(id)) return id
  throw usageFailure(
    `organization id \`${id}\` is not usable`,
    'it is a UUID, as the server printed it when it was made',
  )
}

/** @throws Failure (usage) when it is missing, malformed, or the halves are not of one pair */
export async function resolveKey(context: Context): Promise<ApiKeyPair> {
  const { input, host } = context
  const file = input.flag('api-private-key-file')
  const given = file === undefined ? host.env['KEYWRIGHT_API_PRIVATE_KEY'] : await readText(host, file)
  const publicKey = input.flag('api-public-key') ?? host.env['KEYWRIGHT_API_PUBLIC_KEY']
  const privateKey = given?.trim()
  if (!privateKey) {
    // Both halves from one place: the folder's pair is taken whole, or not at all.
    const { apiKey } = await readStateFolder(context)
    if (apiKey && (publicKey === undefined || publicKey.toLowerCase() === apiKey.publicKey)) {
      return toKeyPair(apiKey.privateKey, apiKey.publicKey)
    }
    throw missing('the API private key', 'KEYWRIGHT_API_PRIVATE_KEY', '--api-private-key-file FILE')
  }
  if (!/^[0-9a-f]{64}$/i.test(privateKey)) {
    const source = file ?? 'KEYWRIGHT_API_PRIVATE_KEY'
    throw usageFailure(
      `the private key in ${source} is not 64 hexadecimal digits, it has ${privateKey.length} characters`,
      'keywright generate api-key makes a pair of the right form',
    )
  }
  return toKeyPair(privateKey.toLowerCase(), publicKey)
}

/** What the server signs exports with. @returns undefined where nobody says it */
export async function findSignerPublicKey(context: Context): Promise<string | undefined> {
  const given = context.input.flag('signer-public-key') ?? context.host.env['KEYWRIGHT_SIGNER_PUBLIC_KEY']
  if (given) return given
  // The folder belongs to whoever types, and so does the server on this machine that it names.
  const { baseUrl } = await readStateFolder(context)
  if (baseUrl === undefined) return undefined
  const about = await reach(context.host, `${baseUrl}/dev`)
  return ((await about.json()) as { signerPublicKey?: string }).signerPublicKey
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
    `set ${variable} or give ${flag}\nkeywright dev keeps its settings in ./.keywright, where commands find them\nkeywright doctor checks what is set`,
  )
