/** Finds out why a stamp is invalid: the first failed step, and what was probably signed instead. */
import { parseApiPublicKey, publicKeyLengths } from './apiKey.ts'
import { parseHex, toHex, toUtf8 } from './encoding.ts'
import { sha256 } from './hash.ts'
import { parseJson } from './json.ts'
import { curveOfScheme, isStampScheme, type Stamp, stampSchemes, verifyStamp } from './stamp.ts'

export interface StampStep {
  readonly name: string
  readonly isOk: boolean
  /** What was found, or for a failed step, what is wrong and where. */
  readonly note: string
}

export interface StampReport {
  readonly isValid: boolean
  /** In the order of the server. A failed step is the last one. */
  readonly steps: readonly StampStep[]
  readonly hint?: string
}

class StepFailed extends Error {
  readonly hint: string | undefined
  constructor(note: string, hint?: string) {
    super(note)
    this.hint = hint
  }
}

/** Checks the value of an `X-Stamp` header against the bytes of a body, step by step. */
export async function examineStamp(header: string, body: Uint8Array): Promise<StampReport> {
  const steps: StampStep[] = []
  const step = async <T>(name: string, take: () => [T, string] | Promise<[T, string]>): Promise<T> => {
    try {
      const [value, note] = await take()
      steps.push({ name, isOk: true, note })
      return value
    } catch (error) {
      steps.push({ name, isOk: false, note: (error as Error).message })
      throw error
    }
  }
  try {
    const text = await step('base64url', () => decodeHeader(header))
    const members = await step('JSON', () => readMembers(text))
    const scheme = await step('scheme', () => readScheme(members))
    const publicKey = await step('public key', () => readPublicKey(members, scheme))
    const signature = await step('signature form', () => readSignature(members, scheme))
    await step('signature', () => verify({ publicKey, scheme, signature }, body))
    return { isValid: true, steps }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    return { isValid: false, steps, ...(error.hint === undefined ? {} : { hint: error.hint }) }
  }
}

function decodeHeader(header: string): [string, string] {
  const text = header.trim().replace(/^x-stamp:\s*/i, '')
  if (text === '') throw new StepFailed('the header is empty', 'pass the whole value of X-Stamp, unchanged')
  if (text.startsWith('{')) {
    const hint = 'encode the JSON as base64url; only X-Stamp-WebAuthn contains plain JSON'
    throw new StepFailed('the header is plain JSON', hint)
  }
  const stranger = text.search(/[^A-Za-z0-9_=-]/)
  if (stranger >= 0) {
    const hint = '+/'.includes(text[stranger]!)
      ? 'the header is plain base64: replace + with - and / with _'
      : undefined
    throw new StepFailed(
      `character ${stranger + 1} is \`${text[stranger]}\`, which is not valid base64url`,
      hint,
    )
  }
  const digits = text.replace(/=+$/, '')
  if (digits.length % 4 === 1) {
    throw new StepFailed(
      `a length of ${counted(digits.length, 'character')} is not valid base64url`,
      'a character is missing or was added',
    )
  }
  const binary = atob(digits.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes), counted(text.length, 'character')]
  } catch {
    throw new StepFailed('the decoded bytes are not UTF-8 text', 'the value is not a stamp, or is incomplete')
  }
}

function readMembers(text: string): [Record<string, unknown>, string] {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw new StepFailed(`the decoded text is not JSON: ${(error as Error).message}`)
  }
  const members = Object(value) as Record<string, unknown>
  for (const name of ['publicKey', 'scheme', 'signature']) {
    if (typeof members[name] === 'string') continue
    const other = Object.keys(members).find(
      (key) => key.replaceAll('_', '').toLowerCase() === name.toLowerCase(),
    )
    throw new StepFailed(
      `field \`${name}\` is missing or not a string`,
      other === undefined
        ? `found: ${Object.keys(members).join(', ') || 'nothing'}`
        : `found \`${other}\` instead`,
    )
  }
  return [members, 'publicKey, scheme and signature']
}

function readScheme({ scheme }: Record<string, unknown>): [Stamp['scheme'], string] {
  if (!isStampScheme(scheme)) {
    throw new StepFailed(
      `\`${String(scheme).slice(0, 80)}\` is not a scheme`,
      `use one of: ${stampSchemes.join(', ')}`,
    )
  }
  return [scheme, scheme]
}

function readPublicKey({ publicKey }: Record<string, unknown>, scheme: Stamp['scheme']): [string, string] {
  const text = String(publicKey)
  const bytes = readHex(text)
  const curve = curveOfScheme(scheme)
  const length = publicKeyLengths[curve]
  if (bytes.length === 65 && bytes[0] === 4) {
    const hint = `use the compressed form: ${toHex(compress(bytes))}`
    throw new StepFailed('it is an uncompressed point: 65 bytes that start with 04', hint)
  }
  if (bytes.length !== length)
    throw new StepFailed(`it has ${counted(bytes.length, 'byte')}, but keys on ${curve} have ${length}`)
  if (length === 33 && bytes[0] !== 2 && bytes[0] !== 3) {
    throw new StepFailed(`byte 1 is ${hexByte(bytes[0]!)}, but a compressed point starts with 02 or 03`)
  }
  try {
    return [parseApiPublicKey(curve, text), `${length} bytes on ${curve}`]
  } catch {
    throw new StepFailed(
      `the bytes are not a point on ${curve}`,
      'check for a wrong digit or a key on another curve',
    )
  }
}

function readSignature({ signature }: Record<string, unknown>, scheme: Stamp['scheme']): [string, string] {
  const text = String(signature)
  const bytes = readHex(text)
  if (scheme === 'SIGNATURE_SCHEME_TK_API_ED25519') {
    if (bytes.length === 64) return [text.toLowerCase(), '64 bytes']
    throw new StepFailed(`it has ${counted(bytes.length, 'byte')}, but an ed25519 signature has 64`)
  }
  if (bytes.length === 64 || bytes.length === 65) {
    if (derProblem(bytes) !== undefined) {
      const hint = `use the DER form: ${toHex(derOf(bytes.subarray(0, 64)))}`
      throw new StepFailed(
        `it is ${bytes.length === 64 ? 'r and s' : 'r, s and a recovery byte'}, not DER`,
        hint,
      )
    }
  }
  const problem = derProblem(bytes)
  if (problem !== undefined) throw new StepFailed(problem)
  return [text.toLowerCase(), `DER, ${bytes.length} bytes`]
}

/** Describes the first error of a DER signature (X.690 §8.3, §8.9, §10.1); bytes count from 1. */
function derProblem(der: Uint8Array): string | undefined {
  if (der.length < 8) return `it has ${counted(der.length, 'byte')}, which is too short for DER`
  if (der[0] !== 0x30) return `byte 1 is ${hexByte(der[0]!)}, but DER starts with 30 (SEQUENCE)`
  if (der[1] !== der.length - 2) {
    return `byte 2 declares ${der[1]} more bytes, but ${der.length - 2} follow: the signature was truncated or extended`
  }
  let at = 2
  for (const name of ['r', 's']) {
    if (der[at] === undefined) return `it ends at byte ${der.length}, before ${name}`
    if (der[at] !== 0x02)
      return `byte ${at + 1} is ${hexByte(der[at]!)}, but ${name} starts with 02 (INTEGER)`
    const length = der[at + 1] ?? 0
    const value = der.subarray(at + 2, at + 2 + length)
    if (length === 0 || value.length !== length)
      return `byte ${at + 2} declares ${counted(length, 'byte')} for ${name}, which does not fit`
    if (value[0]! >= 0x80) return `byte ${at + 3} makes ${name} negative: insert 00 before it`
    if (value[0] === 0 && length > 1 && value[1]! < 0x80) return `byte ${at + 3} is a redundant 00 of ${name}`
    if (value.length - (value[0] === 0 ? 1 : 0) > 32) return `${name} has more than 32 bytes`
    at += 2 + length
  }
  return at === der.length ? undefined : `there are extra bytes after s, from byte ${at + 1}`
}

async function verify(stamp: Stamp, body: Uint8Array): Promise<[true, string]> {
  const digest = toHex(sha256(body))
  if (await verifyStamp(stamp, body)) return [true, `of ${counted(body.length, 'byte')}, SHA-256 ${digest}`]
  const guess =
    (await findWhatWasSigned(body, (other) => verifyStamp(stamp, other))) ?? (await findScheme(stamp, body))
  throw new StepFailed(
    `it is not a signature of ${body.length === 1 ? 'this byte' : `these ${body.length} bytes`} (SHA-256 ${digest}) by this key`,
    guess ??
      'the body or the key differs: hash the bytes where they are signed, and compare the result with the SHA-256 above',
  )
}

/** Tries common mistakes between signing and sending. @param isSigned whether the signature fits other bytes */
export async function findWhatWasSigned(
  body: Uint8Array,
  isSigned: (other: Uint8Array) => Promise<boolean>,
): Promise<string | undefined> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const trimmed = text.trimEnd()
  const bodies: readonly (readonly [() => Uint8Array, string])[] = [
    [
      () => toUtf8(trimmed),
      'the body was signed without its trailing newline: send exactly the signed bytes',
    ],
    [() => toUtf8(`${text}\n`), 'the body was signed with a trailing newline, which was removed in transit'],
    [() => toUtf8(`${trimmed}\r\n`), 'the body was signed with CR LF at its end'],
    [() => toUtf8(text.replaceAll('\r\n', '\n')), 'line endings were changed from LF to CR LF after signing'],
    [() => toUtf8(text.replaceAll('\n', '\r\n')), 'line endings were changed from CR LF to LF after signing'],
    [() => toUtf8(text.replace(/^\uFEFF/, '')), 'a byte order mark was added to the body after signing'],
    [
      () => toUtf8(JSON.stringify(JSON.parse(text))),
      'the JSON was signed without spaces and reformatted afterwards',
    ],
    [
      () => toUtf8(JSON.stringify(JSON.parse(text), undefined, 2)),
      'the JSON was signed with an indentation of two spaces',
    ],
    [() => toUtf8(spacedJson(text)), 'the JSON was signed with a space after each colon and comma'],
    [() => toUtf8(sortedJson(text)), 'the JSON was signed with sorted keys'],
    [
      () => sha256(body),
      'the SHA-256 was signed instead of the body: pass the body to the signer, which hashes it',
    ],
    [() => toUtf8(toHex(sha256(body))), 'the hexadecimal SHA-256 was signed instead of the body'],
    [() => new Uint8Array(), 'an empty body was signed'],
  ]
  for (const [make, explanation] of bodies) {
    const candidate = tryOrUndefined(make)
    if (candidate && (await isSigned(candidate))) return explanation
  }
  return undefined
}

async function findScheme(stamp: Stamp, body: Uint8Array): Promise<string | undefined> {
  for (const scheme of stampSchemes) {
    if (scheme === stamp.scheme || curveOfScheme(scheme) !== curveOfScheme(stamp.scheme)) continue
    if (await verifyStamp({ ...stamp, scheme }, body))
      return `the signature uses ${scheme}: set this scheme in the stamp`
  }
  return undefined
}

const spacedJson = (text: string) =>
  JSON.stringify(JSON.parse(text), undefined, 1)
    .replace(/\n */g, ' ')
    .replace(/([{[]) /g, '$1')
    .replace(/ ([}\]])/g, '$1')

const sortedJson = (text: string): string => JSON.stringify(sorted(JSON.parse(text)))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

function readHex(text: string): Uint8Array {
  if (/^0x/i.test(text)) throw new StepFailed('it starts with 0x', 'remove the prefix')
  const stranger = text.search(/[^0-9a-fA-F]/)
  if (stranger >= 0)
    throw new StepFailed(`character ${stranger + 1} is \`${text[stranger]}\`, not a hexadecimal digit`)
  if (text.length % 2 !== 0)
    throw new StepFailed(`it has an odd number of hexadecimal digits: ${text.length}`)
  return parseHex(text, 'text')
}

/** 33 bytes: the parity of y, then x (SEC 1 §2.3.3). */
const compress = (point: Uint8Array) => Uint8Array.of(2 + (point[64]! & 1), ...point.subarray(1, 33))

/** DER encoding: a SEQUENCE of two minimal, positive INTEGERs. */
function derOf(compact: Uint8Array): Uint8Array {
  const integers = [compact.subarray(0, 32), compact.subarray(32, 64)].map((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start)
    const value = digits[0]! >= 0x80 ? [0, ...digits] : [...digits]
    return [0x02, value.length, ...value]
  })
  const content = integers.flat()
  return Uint8Array.of(0x30, content.length, ...content)
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const hexByte = (byte: number) => byte.toString(16).padStart(2, '0')

function tryOrUndefined<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
