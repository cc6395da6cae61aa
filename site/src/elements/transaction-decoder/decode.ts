/** An unsigned transaction as policies see it: every field by its name in the language, and a condition over them. */
import { evaluate, formatValue, parseExpression, type RequestFacts } from '@keywright/policy'
import { type Chain, readPasted } from '../../playground/readPasted.ts'

/** The name of a field in the language, and its value as the language writes it. */
export type Field = readonly [name: string, value: string]

export interface Decoded {
  readonly fields: readonly Field[]
  readonly facts: Pick<RequestFacts, 'eth' | 'solana' | 'bitcoin'>
}

/** @throws Error with the engine's words for what is no transaction of the chain */
export function decode(chain: Chain, hex: string, from: string): Decoded {
  const facts = readPasted(chain, hex, from)
  if (typeof facts === 'string') throw new Error(facts)
  return { facts, fields: fieldsOf('', facts) }
}

function fieldsOf(name: string, value: unknown): Field[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return value.flatMap((one, index) => fieldsOf(`${name}[${index}]`, one))
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, formatValue(value)]]
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(name === '' ? key : `${name}.${key}`, one))
}

/**
 * What a condition comes to over these fields.
 * @throws PolicyError for a text that is none
 */
export function judge(
  condition: string,
  { facts }: Decoded,
): { readonly holds: boolean } | { readonly error: string } {
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
  if (!outcome.ok) return { error: outcome.error.message }
  if (typeof outcome.value !== 'boolean')
    return { error: `it comes to ${formatValue(outcome.value)}, a condition to true or false` }
  return { holds: outcome.value }
}
