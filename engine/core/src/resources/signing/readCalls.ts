/** What policies see of a contract call: its arguments, if an interface of the organization describes the contract. */
import { decodeAbiCall, parseHex, type UndecodedReason } from '@keywright/keys'
import type { Absences } from '@keywright/policy'
import type { PolicyFacts } from '../../checked.ts'
import type { Context } from '../../context.ts'
import { findInterface } from './contractInterface.ts'

type EthereumFacts = NonNullable<NonNullable<PolicyFacts['eth']>['tx']>

/** Approximate cost of decoding a character of call data, in microseconds. */
const DECODE_COST = 0.1

/** The facts of a transaction with those of its calls. */
export async function readCalls(context: Context, facts: PolicyFacts): Promise<PolicyFacts> {
  if (facts.eth?.tx) return { eth: { tx: await withCall(context, facts.eth.tx) } }
  return facts
}

async function withCall(context: Context, tx: EthereumFacts): Promise<EthereumFacts> {
  const { to, data } = tx
  const found = await findInterface(context, 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM', to.toLowerCase())
  if (!found) return tx
  context.budget.worked(data.length * DECODE_COST)
  const call = decodeAbiCall(found, parseHex(data.slice(2), 'call data'))
  await context.budget.rest()
  if (typeof call === 'string') return { ...tx, absences: absencesOf(call, to, data) }
  return {
    ...tx,
    function_name: call.name,
    function_signature: call.selector,
    contract_call_args: call.args,
  }
}

function absencesOf(reason: UndecodedReason, to: string, data: string): Absences {
  const why =
    reason === 'CALL_MALFORMED'
      ? 'the call data is malformed: it is not the canonical encoding of arguments'
      : data.length < 10
        ? 'the call data has no selector'
        : `the interface of ${to} has no function ${data.slice(0, 10)}`
  return { function_name: why, function_signature: why, contract_call_args: why }
}
