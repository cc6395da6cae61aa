/** Takes a stamp apart and says which check is the first to fail. Everything is computed here from the bytes. */
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
  /** The header's members, as JSON; empty where they cannot be read. */
  readonly decoded: string
  readonly steps: readonly CheckedStep[]
  /** How the body must have been when it was signed, where that can be told. */
  readonly hint?: string
}

export interface StampedRequest {
  /** The value of `X-Stamp` or `X-Stamp-Webauthn`. */
  readonly header: string
  readonly body: string
  /** Of the passkey: P-256, hex. An API key's stamp names its key. */
  readonly passkeyPublicKey: string
}

/** A passkey's stamp is JSON as it stands; an API key's is base64url. Never throws. */
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
      if (await verifyStamp(stamp!, bytes)) return 'It verifies.'
      throw new Error(
        'It does not verify: the body is not the one that was signed, or another key signed it.',
      )
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
  if (scheme === 'SIGNATURE_SCHEME_TK_API_ED25519')
    return `Ed25519 takes the ${body.length} bytes themselves.`
  if (scheme === 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191')
    return `Keccak-256 of the EIP-191 message: ${toHex(personalMessageDigest(body))}`
  return `SHA-256 of ${body.length} bytes: ${sha256Hex(body)}`
}

/** What people do to a body between signing and sending. */
const ALTERATIONS: readonly (readonly [words: string, alter: (body: string) => string])[] = [
  ['without the line break at its end', (body) => body.replace(/\r?\n$/, '')],
  ['with a line break at its end', (body) => `${body}\n`],
  ['without spaces around it', (body) => body.trim()],
  ['as JSON without spaces', (body) => JSON.stringify(JSON.parse(body))],
  ['as JSON with two spaces for each level', (body) => JSON.stringify(JSON.parse(body), null, 2)],
]

async function hintFor(
  body: string,
  verifies: (text: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const [words, alter] of ALTERATIONS) {
    try {
      const altered = alter(body)
      if (altered !== body && (await verifies(altered)))
        return `The body was signed ${words}. Send the very bytes that you sign.`
    } catch {
      // Not JSON: nothing to say.
    }
  }
  return undefined
}

/** For a stamp that is not one: what base64url holds, as far as it is text. */
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
      if (clientData.type !== 'webauthn.get') throw new Error(`They are of type ${clientData.type}.`)
      return `made on ${clientData.origin}`
    },
    () => {
      const expected = challengeFor(body)
      if (challenge() !== expected)
        throw new Error(`The challenge says ${challenge()}, the body has ${expected}.`)
      return expected
    },
    () => {
      // rpIdHash (32) ‖ flags (1) ‖ counter (4), WebAuthn §6.1
      const flags = bytesOf('authenticatorData')[32] ?? 0
      if ((flags & 0x01) === 0) throw new Error('The flag for the presence of a person is not set.')
      return flags & 0x04 ? 'present, and verified' : 'present, not verified'
    },
    async () => {
      if (passkeyPublicKey.trim() === '')
        return notChecked('Give the public key of the passkey to check this.')
      const publicKey = parseP256PublicKey(passkeyPublicKey.trim(), 'public key')
      const signed = concat(bytesOf('authenticatorData'), sha256(bytesOf('clientDataJson')))
      if (await verifyP256(bytesOf('signature'), signed, publicKey)) return 'It verifies.'
      throw new Error('It does not verify with this public key.')
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
    throw new Error(error instanceof DuplicateMemberError ? `The ${error.message}.` : 'It is not JSON.')
  }
  for (const member of PASSKEY_MEMBERS) {
    if (typeof Object(value)[member] !== 'string') throw new Error(`Member ${member} is missing.`)
  }
  return value as PasskeyStamp
}
