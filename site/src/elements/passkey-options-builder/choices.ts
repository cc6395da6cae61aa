/** Options of a registration as a form: the code that has them, and what to know before they are used. */

export const ALGORITHMS = [
  ['-7 -257', 'ES256, then RS256'],
  ['-7', 'ES256 only'],
  ['-257', 'RS256 only'],
  ['-8 -7', 'EdDSA, then ES256'],
] as const
export const ATTACHMENTS = [
  ['', 'either'],
  ['platform', 'platform: built in'],
  ['cross-platform', 'cross-platform: roaming'],
] as const
export const REQUIREMENTS = ['required', 'preferred', 'discouraged'] as const
export const ATTESTATIONS = ['none', 'indirect', 'direct'] as const
const [, ...MEANINGFUL] = ATTACHMENTS

export interface Choices {
  /** Empty: the host of the page. */
  readonly rpId: string
  /** COSE numbers in the order of preference, between spaces. */
  readonly algorithms: (typeof ALGORITHMS)[number][0]
  readonly residentKey: (typeof REQUIREMENTS)[number]
  readonly userVerification: (typeof REQUIREMENTS)[number]
  readonly attachment: (typeof ATTACHMENTS)[number][0]
  readonly attestation: (typeof ATTESTATIONS)[number]
  /** Milliseconds. */
  readonly timeout: string
}

/** As the page recommends. */
export const RECOMMENDED: Choices = {
  rpId: '',
  algorithms: '-7 -257',
  residentKey: 'preferred',
  userVerification: 'preferred',
  attachment: '',
  attestation: 'none',
  timeout: '300000',
}

const RP_NAME = 'Example'

/** Members that differ from none: what `createPasskey` takes as `publicKey`. */
export function toOptions(choices: Choices): Partial<PublicKeyCredentialCreationOptions> {
  const { rpId, algorithms, residentKey, userVerification, attachment, attestation, timeout } = choices
  const authenticatorAttachment = MEANINGFUL.find(([value]) => value === attachment)?.[0]
  return {
    ...(rpId !== '' && { rp: { id: rpId, name: RP_NAME } }),
    pubKeyCredParams: algorithms.split(' ').map((alg) => ({ type: 'public-key', alg: Number(alg) })),
    authenticatorSelection: {
      residentKey,
      userVerification,
      ...(authenticatorAttachment && { authenticatorAttachment }),
    },
    attestation,
    timeout: Number(timeout),
  }
}

/** A program that makes such a passkey. */
export function toCode(choices: Choices): string {
  const { rp, ...publicKey } = toOptions(choices)
  return `import { createPasskey } from '@keywright/webauthn-stamper'

const authenticator = await createPasskey({
  authenticatorName: 'Phone',
  rp: ${literal(rp ?? { name: RP_NAME }, 1)},
  user: { name: 'alice@example.com' },
  publicKey: ${literal(publicKey, 1)},
})
`
}

/** A value as TypeScript is written. */
function literal(value: unknown, depth: number): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, depth)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, one]) => `${name}: ${literal(one, depth + 1)}`)
  const short = `{ ${members.join(', ')} }`
  if (short.length < 60) return short
  const indent = '  '.repeat(depth)
  return `{\n${members.map((member) => `${indent}  ${member},\n`).join('')}${indent}}`
}

/** Why a text is no RP id; undefined for one that a browser may take. */
export function wrongRpId(rpId: string): string | undefined {
  if (rpId === '' || rpId === 'localhost') return undefined
  if (/[:/]/.test(rpId)) return 'A domain only: no https://, port or path.'
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(rpId)) return 'This is no domain in lower case.'
  return undefined
}

export function wrongTimeout(timeout: string): string | undefined {
  return /^[1-9]\d{0,8}$/.test(timeout) ? undefined : 'A whole number of milliseconds.'
}

/** What to know, most serious first; none for the recommended choice. */
export function warningsFor(choices: Choices): readonly string[] {
  const { rpId, algorithms, residentKey, userVerification, attachment, attestation, timeout } = choices
  const warnings: (string | false)[] = [
    algorithms.startsWith('-8') &&
      'The engine does not take EdDSA: a device that makes it cannot be registered.',
    algorithms === '-257' && 'Phones and most security keys make no RS256.',
    algorithms === '-7' && 'Some older Windows devices make RS256 only.',
    residentKey === 'discouraged' &&
      'Keep the credential id: without it the passkey is not found at sign-in.',
    residentKey === 'required' && 'A security key that has no slot left refuses.',
    userVerification === 'discouraged' &&
      'A touch is enough: whoever holds the device can sign. The engine checks presence only.',
    userVerification === 'required' && 'A device without PIN or biometrics refuses.',
    attachment === 'platform' && 'Security keys, and phones by QR code, are locked out.',
    attachment === 'cross-platform' && 'The passkeys of the device itself are locked out.',
    attestation !== 'none' &&
      'People may be asked once more, and the engine judges no certificate: nothing is won.',
    Number(timeout) < 60_000 &&
      'Who unlocks a phone first may be too slow, and gets the error of a cancellation.',
    rpId !== '' && 'It cannot be changed later: a passkey never moves to another domain.',
  ]
  return warnings.filter((warning) => warning !== false)
}
