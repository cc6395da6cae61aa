/** Decodes a stamp and finds the first check that fails, from the bytes alone. */
import {
  concat,
  curveOfScheme,
  DuplicateMemberError,
  parseApiPublicKey,
  parseBase64url,
  parseJson,
  parseP256PublicKey,
  parseStampHeader,
  parseUtf8,
  personalMessageDigest,
  type Stamp,
  type StampScheme,
  sha256,
  sha256Hex,
  toHex,
  toUtf8,
  verifyP256,
  verifyStamp,
} from '@keywright/keys'
import { type Check, type CheckedStep, notChecked, runChecks } from '../kit/checks.ts'
import { API_KEY_STEPS, PASSKEY_STEPS } from './steps.ts'

export interface Inspection {
  readonly kind: 'api key' | 'passkey'
  /** The header's members as JSON, or empty if they can't be read. */
  readonly decoded: string
  readonly steps: readonly CheckedStep[]
  /** How the signed body differed from this one, if a known alteration explains it. */
  readonly hint?: string
}

export interface StampedRequest {
  /** The value of `X-Stamp` or `X-Stamp-Webauthn`. */
  readonly header: string
  readonly body: string
  /** Hex P-256 key of the passkey. API key stamps contain their key. */
  readonly passkeyPublicKey: string
}

/** A passkey stamp is plain JSON, an API key stamp is base64url. Never throws. */
export async function inspectStamp(request: StampedRequest): Promise<Inspection> {
  const header = request.header.trim()
  return header.startsWith('{')
    ? inspectPasskeyStamp({ ...request, header })
    : inspectApiKeyStamp({ ...request, header })
}

async function inspectApiKeyStamp({ header, body }: StampedRequest): Promise<Inspection> {
  const bytes = toUtf8(body)
  let stamp: Stamp | undefined
  const read: Check = () => {
    stamp = parseStampHeader(header)
    return `${header.length} characters`
  }
  const steps = await runChecks(API_KEY_STEPS, [
    read,
    () => {
      const curve = curveOfScheme(stamp!.scheme)
      parseApiPublicKey(curve, stamp!.publicKey)
      return `${stamp!.scheme}: ${curve}`
    },
    () => digestWords(stamp!.scheme, bytes),
    async () => {
      if (await verifyStamp(stamp!, bytes)) return 'The signature verifies.'
      throw new Error('The signature doesn’t verify: it is for another body or by another key.')
    },
  ])
  const isOtherBody = steps.at(-1)!.state === 'failed' && stamp !== undefined
  const hint = isOtherBody ? await hintFor(body, (text) => verifyStamp(stamp!, toUtf8(text))) : undefined
  return {
    kind: 'api key',
    decoded: stamp ? JSON.stringify(stamp, null, 2) : decodedLoosely(header),
    steps,
    ...(hint !== undefined && { hint }),
  }
}

function digestWords(scheme: StampScheme, body: Uint8Array): string {
  if (scheme === 'SIGNATURE_SCHEME_TK_API_ED25519') return `Ed25519 signs the ${body.length} bytes directly.`
  if (scheme === 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191')
    return `Keccak-256 of the EIP-191 message: ${toHex(personalMessageDigest(body))}`
  return `SHA-256 of ${body.length} bytes: ${sha256Hex(body)}`
}

/** Common changes to a body between signing and sending. */
const ALTERATIONS: readonly (readonly [words: string, alter: (body: string) => string])[] = [
  ['without the line break at the end', (body) => body.replace(/\r?\n$/, '')],
  ['with a line break at the end', (body) => `${body}\n`],
  ['without spaces around it', (body) => body.trim()],
  ['as JSON without spaces', (body) => JSON.stringify(JSON.parse(body))],
  ['as JSON with two spaces per level', (body) => JSON.stringify(JSON.parse(body), null, 2)],
]

async function hintFor(
  body: string,
  verifies: (text: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const [words, alter] of ALTERATIONS) {
    try {
      const altered = alter(body)
      if (altered !== body && (await verifies(altered)))
        return `The body was signed ${words}. Send exactly the bytes that you sign.`
    } catch {
      // Not JSON, so this alteration doesn't apply.
    }
  }
  return undefined
}

/** Decodes an invalid stamp from base64url, if it is text. */
function decodedLoosely(header: string): string {
  try {
    return parseUtf8(parseBase64url(header, 'stamp'), 'stamp')
  } catch {
    return ''
  }
}

const PASSKEY_MEMBERS = ['credentialId', 'authenticatorData', 'clientDataJson', 'signature'] as const
type PasskeyStamp = Record<(typeof PASSKEY_MEMBERS)[number], string>

async function inspectPasskeyStamp({ header, body, passkeyPublicKey }: StampedRequest): Promise<Inspection> {
  let stamp: PasskeyStamp | undefined
  let clientData: { type?: unknown; challenge?: unknown; origin?: unknown } = {}
  const bytesOf = (member: keyof PasskeyStamp) => parseBase64url(stamp![member], member)
  const challengeFor = (text: string) => sha256Hex(toUtf8(text))
  const challenge = () => parseUtf8(parseBase64url(String(clientData.challenge), 'challenge'), 'challenge')
  const steps = await runChecks(PASSKEY_STEPS, [
    () => {
      stamp = readPasskeyStamp(header)
      return `credential ${stamp.credentialId}`
    },
    () => {
      clientData = Object(parseJson(parseUtf8(bytesOf('clientDataJson'), 'clientDataJson')))
      if (clientData.type !== 'webauthn.get') throw new Error(`The client data has type ${clientData.type}.`)
      return `created on ${clientData.origin}`
    },
    () => {
      const expected = challengeFor(body)
      if (challenge() !== expected)
        throw new Error(`The challenge is ${challenge()}, but the body’s hash is ${expected}.`)
      return expected
    },
    () => {
      // rpIdHash (32) ‖ flags (1) ‖ counter (4), WebAuthn §6.1
      const flags = bytesOf('authenticatorData')[32] ?? 0
      if ((flags & 0x01) === 0) throw new Error('The user-present flag is not set.')
      return flags & 0x04 ? 'user present and verified' : 'user present, not verified'
    },
    async () => {
      if (passkeyPublicKey.trim() === '')
        return notChecked('Enter the passkey’s public key to run this check.')
      const publicKey = parseP256PublicKey(passkeyPublicKey.trim(), 'public key')
      const signed = concat(bytesOf('authenticatorData'), sha256(bytesOf('clientDataJson')))
      if (await verifyP256(bytesOf('signature'), signed, publicKey)) return 'The signature verifies.'
      throw new Error('The signature doesn’t verify with this public key.')
    },
  ])
  const hint =
    steps[2]!.state === 'failed'
      ? await hintFor(body, async (text) => challenge() === challengeFor(text))
      : undefined
  return {
    kind: 'passkey',
    decoded: stamp ? JSON.stringify({ ...stamp, clientDataJson: clientData }, null, 2) : '',
    steps,
    ...(hint !== undefined && { hint }),
  }
}

function readPasskeyStamp(header: string): PasskeyStamp {
  let value: unknown
  try {
    value = parseJson(header)
  } catch (error) {
    throw new Error(
      error instanceof DuplicateMemberError ? `The ${error.message}.` : 'The header isn’t JSON.',
    )
  }
  for (const member of PASSKEY_MEMBERS) {
    if (typeof Object(value)[member] !== 'string') throw new Error(`Member ${member} is missing.`)
  }
  return value as PasskeyStamp
}
