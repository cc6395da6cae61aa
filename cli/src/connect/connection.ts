/** Resolves server, organization and API key: flags first, then the environment, then the folder of `keywright dev`. */
import { isUuid } from '@keywright/contract'
import { type ApiKeyPair, apiKeyCurves, apiPublicKeyOf } from '@keywright/keys'
import { counted } from '../arguments/numbers.ts'
import { settingOf } from '../arguments/settings.ts'
import type { Context } from '../command.ts'
import { readOnly } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'
import { reach } from './reach.ts'
import { readStateFolder } from './stateFolder.ts'

/** Default port of `keywright dev`. */
export const DEFAULT_PORT = 8787
const DEFAULT_BASE_URL = `http://127.0.0.1:${DEFAULT_PORT}`

export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly organizationId: string
  readonly key: ApiKeyPair
}

/**
 * @param server URL from a flag of the command
 * @throws Failure (usage) that names the missing or invalid setting
 */
export async function resolveConnection(context: Context, server?: string): Promise<Connection> {
  return {
    baseUrl: server === undefined ? await resolveBaseUrl(context) : toBaseUrl(server, '--server'),
    organizationId: await resolveOrganizationId(context),
    key: await resolveKey(context),
  }
}

/** @throws Failure (usage) for anything but an HTTP URL */
export async function resolveBaseUrl(context: Context): Promise<string> {
  const { text, name } = settingOf(context, 'base-url')
  return toBaseUrl(text ?? (await readStateFolder(context)).baseUrl ?? DEFAULT_BASE_URL, name)
}

/** @param setting that the text may be from */
function toBaseUrl(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw usageFailure(
      `base URL \`${text}\` is not an HTTP URL`,
      `set ${setting} to a URL such as ${DEFAULT_BASE_URL}`,
    )
  }
  return text.replace(/\/+$/, '')
}

/** @throws Failure (usage) for a missing or malformed ID */
export async function resolveOrganizationId(context: Context): Promise<string> {
  const { text, name } = settingOf(context, 'organization-id')
  const id = text ?? (await readStateFolder(context)).organizationId
  if (!id) throw missing('the organization ID', 'KEYWRIGHT_ORGANIZATION_ID', '--organization-id ID')
  if (isUuid(id)) return id
  throw usageFailure(
    `organization ID \`${id}\` is not a UUID`,
    `set ${name} to the ID that the server printed when the organization was created`,
  )
}

/** @throws Failure (usage) if the key is missing or malformed, or the public key does not match the private key */
export async function resolveKey(context: Context): Promise<ApiKeyPair> {
  const { input, host } = context
  const file = input.flag('api-private-key-file')
  const privateKey =
    file === undefined ? host.env['KEYWRIGHT_API_PRIVATE_KEY'] : await readOnly(host, file, 'the private key')
  const { text: publicKey, name: setting } = settingOf(context, 'api-public-key')
  if (!privateKey) {
    // Never combine a public key from the settings with a private key from the folder that does not match.
    const { apiKey } = await readStateFolder(context)
    if (apiKey && (publicKey === undefined || publicKey.toLowerCase() === apiKey.publicKey)) {
      return toKeyPair(apiKey.privateKey, apiKey.publicKey, setting)
    }
    throw missing('the API private key', 'KEYWRIGHT_API_PRIVATE_KEY', '--api-private-key-file FILE')
  }
  if (!/^[0-9a-f]{64}$/i.test(privateKey)) {
    const source = file ?? 'KEYWRIGHT_API_PRIVATE_KEY'
    throw usageFailure(
      `the private key in ${source} must be 64 hexadecimal digits, but has ${counted(privateKey.length, 'character')}`,
      'keywright generate api-key creates a valid key pair',
    )
  }
  return toKeyPair(privateKey.toLowerCase(), publicKey, setting)
}

/** Returns the public key with which the server signs exports; undefined if it is not configured. @throws Failure (usage) */
export async function findSignerPublicKey(context: Context): Promise<string | undefined> {
  const { text, name } = settingOf(context, 'signer-public-key')
  if (text !== undefined) {
    if (/^04[0-9a-f]{128}$/i.test(text)) return text
    throw usageFailure(
      `${name} cannot be \`${text}\``,
      'use the key that the server prints at startup: 130 hexadecimal digits that start with 04',
    )
  }
  // The folder belongs to the user, so the server that it names can be trusted.
  const { baseUrl } = await readStateFolder(context)
  if (baseUrl === undefined) return undefined
  const about = await reach(context.host, `${baseUrl}/dev`)
  return ((await about.json()) as { signerPublicKey?: string }).signerPublicKey
}

/** Determines the curve from the public key; without a public key it is P-256. */
function toKeyPair(privateKey: string, expected: string | undefined, setting: string): ApiKeyPair {
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
    `the API private key does not belong to public key ${expected} in ${setting}`,
    `it belongs to ${pairs.map(({ publicKey }) => publicKey).join(' or ')}; set both keys of one pair`,
  )
}

const missing = (what: string, variable: string, flag: string) =>
  usageFailure(
    `${what} is missing`,
    `set ${variable} or pass ${flag}\nkeywright dev stores its settings in ./.keywright, where commands find them\nkeywright doctor checks your settings`,
  )
