/** `keywright sign` */
import { type Activity, calls } from '@keywright/contract'
import { activityOutcome, resultOf } from '../activity.ts'
import { createClient } from '../client.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveConnection } from '../connection.ts'
import { usageFailure } from '../failure.ts'
import { readValue } from '../files.ts'

const encodings: Readonly<Record<string, string>> = {
  text: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hex: 'PAYLOAD_ENCODING_HEXADECIMAL',
  eip712: 'PAYLOAD_ENCODING_EIP712',
  eip7702: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
}

const hashFunctions: Readonly<Record<string, string>> = {
  keccak256: 'HASH_FUNCTION_KECCAK256',
  sha256: 'HASH_FUNCTION_SHA256',
  none: 'HASH_FUNCTION_NO_OP',
  'not-applicable': 'HASH_FUNCTION_NOT_APPLICABLE',
}

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const connection = await resolveConnection(context)
  const client = createClient(host, connection)
  const signWith = input.required('SIGN-WITH')
  const payload = await readValue(host, input.required('PAYLOAD'))
  const chain = input.flag('transaction')
  if (chain !== undefined) {
    const stray = ['encoding', 'hash'].find((flag) => input.flag(flag) !== undefined)
    if (stray !== undefined) throw usageFailure(`--${stray} does not go with --transaction`)
    const activity = await client.submit(calls.sign_transaction, calls.sign_transaction.postedType, {
      signWith,
      unsignedTransaction: payload.trim(),
      type: `TRANSACTION_TYPE_${chain.toUpperCase()}`,
    })
    return describe(activity, style, (result) => String(result['signedTransaction']))
  }
  const encoding = input.flag('encoding') ?? 'text'
  const activity = await client.submit(calls.sign_raw_payload, calls.sign_raw_payload.postedType, {
    signWith,
    payload: encoding === 'text' ? payload : payload.trim(),
    encoding: encodings[encoding],
    hashFunction: hashFunctions[input.flag('hash') ?? usualHash(signWith, encoding)],
  })
  return describe(activity, style, ({ r, s, v }) => `r  ${r}\ns  ${s}\nv  ${v}`)
}

/** Typed data and authorizations are digests already; else what the address's chain is used to. */
function usualHash(signWith: string, encoding: string): string {
  if (encoding.startsWith('eip')) return 'none'
  if (/^0x[0-9a-f]{40}$/i.test(signWith)) return 'keccak256'
  // Base58 of 32 bytes: an ed25519 public key.
  if (/^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(signWith)) return 'not-applicable'
  return 'sha256'
}

function describe(
  activity: Activity,
  style: Context['style'],
  write: (result: Readonly<Record<string, unknown>>) => string,
): Outcome {
  const outcome = activityOutcome(activity, style)
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') return outcome
  const result = resultOf(activity) as Record<string, unknown>
  return { text: write(result), json: { activityId: activity.id, ...result } }
}
