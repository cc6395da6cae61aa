/** Decodes an unsigned transaction into fields named as in the policy language and evaluates conditions over them. */
import { evaluate, formatValue, parseExpression, type RequestFacts } from '@keywright/policy'
import { type Chain, readPasted } from '../../playground/readPasted.ts'

/** A field's name and value in the policy language. */
export type Field = readonly [name: string, value: string]

export interface Decoded {
  readonly fields: readonly Field[]
  readonly facts: Pick<RequestFacts, 'eth' | 'solana' | 'bitcoin'>
}

/** @throws KeysError if the text isn't a transaction of the chain */
export function decode(chain: Chain, hex: string, from: string): Decoded {
  const facts = readPasted(chain, hex, from)
  return { facts, fields: fieldsOf('', facts) }
}

function fieldsOf(name: string, value: unknown): Field[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return value.flatMap((one, index) => fieldsOf(`${name}[${index}]`, one))
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, formatValue(value)]]
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(name === '' ? key : `${name}.${key}`, one))
}

/** Evaluates a condition over these fields. @throws Error if it has no result */
export function judge(condition: string, { facts }: Decoded): boolean {
  const activity = {
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    resource: 'WALLET',
    action: 'SIGN',
    params: {},
  }
  const outcome = evaluate(parseExpression(condition), 'condition', {
    ...facts,
    activity,
  } as unknown as RequestFacts)
  if (!outcome.ok) throw outcome.error
  if (typeof outcome.value === 'boolean') return outcome.value
  throw new Error(`the result is ${formatValue(outcome.value)}, but a condition must be true or false`)
}
