/** Validates a stamp: its strict format, and its signature over the received bytes. */
import { parseBase64url, parseHex, type StampScheme, toHex, toUtf8, verifyStamp } from '@keywright/keys'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Finding, need } from '../finding.ts'

export interface ExpectedStamp {
  readonly scheme: StampScheme
  /** Hexadecimal, as registered. */
  readonly publicKey: string
}

/** Validates the stamp of a body. @throws Finding with the wrong value */
export async function judgeStamp(
  value: string | undefined,
  body: Uint8Array | string,
  expected: ExpectedStamp,
): Promise<void> {
  const signature = judgeForm(value, expected)
  const isOfBody = await verifyStamp(
    { ...expected, signature },
    typeof body === 'string' ? toUtf8(body) : body,
  )
  need(isOfBody, 'the signature is not one of the bytes that were posted')
}

/**
 * Validates everything except the signature, which is returned in hexadecimal.
 * @throws Finding with the wrong value
 */
export function judgeForm(value: string | undefined, { scheme, publicKey }: ExpectedStamp): string {
  need(value !== undefined && value !== '', 'the header X-Stamp is missing')
  const members = readMembers(value)
  need(members['scheme'] === scheme, `the scheme is ${members['scheme']}, not ${scheme}`)
  const stampKey = String(members['publicKey'])
  need(
    stampKey.toLowerCase() === publicKey,
    `the public key is ${stampKey}, not ${publicKey} as it is registered`,
  )
  const signature = readHex(members['signature'])
  if (scheme === 'SIGNATURE_SCHEME_TK_API_ED25519') {
    need(signature.length === 64, `the signature has ${signature.length} bytes, not 64`)
  } else {
    judgeDer(signature, scheme === 'SIGNATURE_SCHEME_TK_API_P256' ? p256 : secp256k1)
  }
  return toHex(signature)
}

function readMembers(value: string): Record<string, unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(parseBase64url(value, 'stamp'))
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    throw new Finding(`the value is not base64url of JSON: ${value.slice(0, 60)}`)
  }
}

function readHex(value: unknown): Uint8Array {
  try {
    return parseHex(String(value), 'signature')
  } catch {
    throw new Finding(`the signature is not hexadecimal: ${String(value).slice(0, 60)}`)
  }
}

/** DER according to X.690 §8.3.2: integers have minimal length and are not negative. */
function judgeDer(signature: Uint8Array, { Signature }: Pick<typeof p256, 'Signature'>): void {
  try {
    Signature.fromBytes(signature, 'der')
  } catch (error) {
    const hex = Buffer.from(signature).toString('hex')
    throw new Finding(`the signature is not DER (${(error as Error).message}): ${hex}`)
  }
}
