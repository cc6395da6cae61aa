/** Decodes a stamp and finds the first check that fails, from the bytes alone. */
import {
  concat,
  DuplicateMemberError,
  examineStamp,
  findWhatWasSigned,
  parseBase64url,
  parseJson,
  parseP256PublicKey,
  parseUtf8,
  sha256,
  sha256Hex,
  toUtf8,
  verifyP256,
} from '@keywright/keys'
import { type CheckedStep, notChecked, runChecks } from '../../kit/checks.ts'
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
  const { steps, hint } = await examineStamp(header, toUtf8(body))
  return {
    kind: 'api key',
    decoded: decodedLoosely(header),
    steps: API_KEY_STEPS.map(({ name, title }): CheckedStep => {
      const step = steps.find((one) => one.name === name)
      if (!step) return { title, state: 'not reached', found: '' }
      return { title, state: step.isOk ? 'passed' : 'failed', found: sentence(step.note) }
    }),
    ...(hint !== undefined && { hint: sentence(hint) }),
  }
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`

/** The members of a stamp as JSON, or the text or nothing of an invalid one. */
function decodedLoosely(header: string): string {
  let text = ''
  try {
    text = parseUtf8(parseBase64url(header, 'stamp'), 'stamp')
    return JSON.stringify(parseJson(text), null, 2)
  } catch {
    return text
  }
}

const PASSKEY_MEMBERS = ['credentialId', 'authenticatorData', 'clientDataJson', 'signature'] as const
type PasskeyStamp = Record<(typeof PASSKEY_MEMBERS)[number], string>

async function inspectPasskeyStamp({ header, body, passkeyPublicKey }: StampedRequest): Promise<Inspection> {
  let stamp: PasskeyStamp | undefined
  let clientData: { type?: unknown; challenge?: unknown; origin?: unknown } = {}
  const bytesOf = (member: keyof PasskeyStamp) => parseBase64url(stamp![member], member)
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
      const expected = sha256Hex(toUtf8(body))
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
      ? await findWhatWasSigned(toUtf8(body), async (other) => challenge() === sha256Hex(other))
      : undefined
  return {
    kind: 'passkey',
    decoded: stamp ? JSON.stringify({ ...stamp, clientDataJson: clientData }, null, 2) : '',
    steps,
    ...(hint !== undefined && { hint: sentence(hint) }),
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
