/** Credentials for the local server, kept only in memory. */
import { type ApiKeyCurve, apiKeyCurves, apiPublicKeyOf, KeysError } from '@keywright/keys'

export interface ServerSettings {
  readonly organizationId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly curve: ApiKeyCurve
  /** If the text has one. */
  readonly baseUrl: string | undefined
}

const LINE = /^\s*(?:export\s+)?(KEYWRIGHT_[A-Z_]+)\s*=\s*(["']?)(.*?)\2\s*$/
const NEEDED = ['KEYWRIGHT_ORGANIZATION_ID', 'KEYWRIGHT_API_PUBLIC_KEY', 'KEYWRIGHT_API_PRIVATE_KEY'] as const
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Parses the output of `keywright dev` or the file from `--write-env`. If a name occurs twice, the last line wins.
 * @throws Error that explains the problem without revealing a private key
 */
export function readSettings(text: string): ServerSettings {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, , value] = LINE.exec(line) ?? []
    if (name !== undefined && value) found.set(name, value)
  }
  const missing = NEEDED.filter((name) => !found.has(name))
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} missing. Copy the lines that keywright dev prints.`)
  const [organizationId, publicKey, privateKey] = NEEDED.map((name) => found.get(name)!) as [
    string,
    string,
    string,
  ]
  if (!UUID.test(organizationId))
    throw new Error(`KEYWRIGHT_ORGANIZATION_ID is not a UUID: ${organizationId.slice(0, 60)}`)
  return {
    organizationId,
    publicKey: publicKey.toLowerCase(),
    privateKey: privateKey.toLowerCase(),
    curve: curveOf(publicKey.toLowerCase(), privateKey.toLowerCase()),
    baseUrl: found.get('KEYWRIGHT_BASE_URL'),
  }
}

/** Finds the curve on which the two keys match. @throws Error */
function curveOf(publicKey: string, privateKey: string): ApiKeyCurve {
  if (!/^[0-9a-f]{64}$/.test(privateKey))
    throw new Error('KEYWRIGHT_API_PRIVATE_KEY must be 64 hexadecimal digits.')
  const curve = apiKeyCurves.find((one) => publicKeyOn(one, privateKey) === publicKey)
  if (curve) return curve
  const own = publicKeyOn('API_KEY_CURVE_P256', privateKey)
  throw new Error(
    `The two keys don’t match: the private key belongs to ${own ?? 'no P-256 key'}, and KEYWRIGHT_API_PUBLIC_KEY is ${publicKey.slice(0, 70)}.`,
  )
}

function publicKeyOn(curve: ApiKeyCurve, privateKey: string): string | undefined {
  try {
    return apiPublicKeyOf(curve, privateKey)
  } catch (error) {
    if (error instanceof KeysError) return undefined
    throw error
  }
}
