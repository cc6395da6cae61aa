/** `keywright sign` */
import { type Activity, calls } from '@keywright/contract'
import type { Context, Outcome } from '../command.ts'
import { activityOutcome, resultOf } from '../connect/activity.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { settle } from '../connect/settle.ts'
import { readValue } from '../files/files.ts'
import { readPayloadFlags } from '../files/payload.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const signWith = input.required('SIGN-WITH')
  const chain = input.flag('transaction')
  if (chain !== undefined) {
    const stray =
      ['encoding', 'hash'].find((flag) => input.flag(flag) !== undefined) ??
      ['eip191', 'eip712'].find((flag) => input.isOn(flag))
    if (stray !== undefined)
      throw usageFailure(`--${stray} and --transaction cannot be combined`, `omit --${stray}`)
    const unsignedTransaction = (await readValue(host, input.required('PAYLOAD'))).trim()
    const client = createClient(host, await resolveConnection(context))
    const activity = await client.submit(calls.sign_transaction, calls.sign_transaction.postedType, {
      signWith,
      unsignedTransaction,
      type: `TRANSACTION_TYPE_${chain.toUpperCase()}`,
    })
    return describe(await settle(context, client, activity), style, (result) => ({
      text: String(result['signedTransaction']),
      json: {},
    }))
  }
  const payload = await readPayloadFlags(context, signWith)
  const client = createClient(host, await resolveConnection(context))
  const activity = await client.submit(calls.sign_raw_payload, calls.sign_raw_payload.postedType, {
    signWith,
    ...payload,
  })
  return describe(await settle(context, client, activity), style, ({ r, s, v }) => {
    const parity = hasParity(signWith, payload.hashFunction)
      ? (27 + Number.parseInt(String(v), 16)).toString(16)
      : ''
    const signature = `0x${r}${s}${parity}`
    return { text: `r  ${r}\ns  ${s}\nv  ${v}\nsignature  ${signature}`, json: { signature } }
  })
}

/** ECDSA signatures have 65 bytes and end in 27 or 28; ed25519 and taproot signatures have 64 bytes. */
const hasParity = (signWith: string, hashFunction: string) =>
  hashFunction !== 'HASH_FUNCTION_NOT_APPLICABLE' && !/^(bc|tb|bcrt)1p/.test(signWith)

function describe(
  activity: Activity,
  style: Context['style'],
  write: (result: Readonly<Record<string, unknown>>) => { text: string; json: object },
): Outcome {
  const outcome = activityOutcome(activity, style)
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') return outcome
  const result = resultOf(activity) as Record<string, unknown>
  const { text, json } = write(result)
  return { text, json: { activityId: activity.id, ...result, ...json } }
}
