/** `keywright token` */
import { parseHex, uncompressP256PublicKey } from '@keywright/keys'
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
      'whole seconds; --expires-in=-60 is expired already',
    )
  }
  const claims = input.flag('claims')
  const request = {
    subject: input.flag('subject'),
    audience: input.flag('audience'),
    email: input.flag('email'),
    nonce: input.flag('nonce'),
    targetPublicKey: readTargetPublicKey(input.flag('target-public-key')),
    expiresInSeconds: expires === undefined ? undefined : Number(expires),
    claims: claims === undefined ? undefined : readClaims(await readValue(host, claims)),
  }
  const answer = await devJson<{ token: string; claims: object }>(context, 'POST', '/issuer/token', request)
  return { text: answer.token, json: answer }
}

/** As it was written: the token names a hash of its text. @throws KeysError when it is no P-256 key */
function readTargetPublicKey(text: string | undefined): string | undefined {
  if (text !== undefined) {
    uncompressP256PublicKey(parseHex(text, 'the target public key'), 'the target public key')
  }
  return text
}

function readClaims(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw usageFailure('--claims is not a JSON object', `like '{"groups":["admin"]}', or @claims.json`)
}
