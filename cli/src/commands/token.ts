/** `keywright token` */
import { parseHex, parseJson, uncompressP256PublicKey } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { devJson } from '../connect/devApi.ts'
import { readValue } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host } = context
  const expires = input.flag('expires-in')
  if (expires !== undefined && !/^-?\d{1,9}$/.test(expires)) {
    throw usageFailure(
      `--expires-in cannot be \`${expires}\``,
      'pass whole seconds of at most nine digits; --expires-in=-60 issues an expired token',
    )
  }
  const claims = input.flag('claims')
  const request = {
    subject: input.flag('subject'),
    audience: input.flag('audience'),
    email: readEmail(input.flag('email')),
    nonce: input.flag('nonce'),
    targetPublicKey: readTargetPublicKey(input.flag('target-public-key')),
    expiresInSeconds: expires === undefined ? undefined : Number(expires),
    claims: claims === undefined ? undefined : readClaims(await readValue(host, claims)),
  }
  const answer = await devJson<{ token: string; claims: object }>(context, 'POST', '/issuer/token', request)
  return { text: answer.token, json: answer }
}

/** Validates the key and returns its text unchanged, because the nonce is a hash of the text. @throws Failure (usage) */
function readTargetPublicKey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    uncompressP256PublicKey(parseHex(text, 'the target public key'), 'the target public key')
  } catch (error) {
    throw usageFailure((error as Error).message, 'keywright generate target-key creates a key pair')
  }
  return text
}

function readEmail(text: string | undefined): string | undefined {
  if (text === undefined || /^[^@\s]+@[^@\s]+$/.test(text)) return text
  throw usageFailure(
    `--email cannot be \`${text}\``,
    'pass an address such as alice@example.com; set other claims with --claims',
  )
}

function readClaims(text: string): object {
  try {
    const value: unknown = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw usageFailure('--claims is not a JSON object', `for example: '{"groups":["admin"]}', or @claims.json`)
}
