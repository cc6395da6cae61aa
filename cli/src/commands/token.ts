/** `keywright token` */
import { parseHex, parseJson, uncompressP256PublicKey } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { devJson } from '../devApi.ts'
import { usageFailure } from '../failure.ts'
import { readValue } from '../files.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host } = context
  const expires = input.flag('expires-in')
  if (expires !== undefined && !/^-?\d{1,9}$/.test(expires)) {
    throw usageFailure(
      `--expires-in cannot be \`${expires}\``,
      'whole seconds, nine digits at most; --expires-in=-60 is expired already',
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

/** As it was written: the token names a hash of its text. @throws Failure (usage) when it is no P-256 key */
function readTargetPublicKey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    uncompressP256PublicKey(parseHex(text, 'the target public key'), 'the target public key')
  } catch (error) {
    throw usageFailure((error as Error).message, 'keywright generate target-key makes a pair')
  }
  return text
}

function readEmail(text: string | undefined): string | undefined {
  if (text === undefined || /^[^@\s]+@[^@\s]+$/.test(text)) return text
  throw usageFailure(
    `--email cannot be \`${text}\``,
    'like alice@example.com; --claims takes any other claim',
  )
}

function readClaims(text: string): object {
  try {
    const value: unknown = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw usageFailure('--claims is not a JSON object', `like '{"groups":["admin"]}', or @claims.json`)
}
