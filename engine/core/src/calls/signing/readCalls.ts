/** What policies see of a contract call: its arguments, if an interface of the organization describes the contract. */
import {
  decodeAbiCall,
  decodeIdlCall,
  LOOKED_UP_ACCOUNT,
  parseHex,
  type UndecodedReason,
} from '@keywright/keys'
import type { Absences } from '@keywright/policy'
import type { PolicyFacts } from '../../checked.ts'
import type { Context } from '../../context.ts'
import { type ContractInterface, findInterfaces } from './contractInterface.ts'

type SolanaFacts = NonNullable<NonNullable<PolicyFacts['solana']>['tx']>
type InstructionFacts = SolanaFacts['instructions'][number]
type EthereumFacts = NonNullable<NonNullable<PolicyFacts['eth']>['tx']>

/** Approximate cost of decoding a character of call data, in microseconds. */
const DECODE_COST = 0.1

/** The facts of a transaction with those of its calls. */
export async function readCalls(context: Context, facts: PolicyFacts): Promise<PolicyFacts> {
  if (facts.eth?.tx) return { eth: { tx: await withCall(context, facts.eth.tx) } }
  if (facts.solana?.tx) return { solana: { tx: await withInstructions(context, facts.solana.tx) } }
  return facts
}

async function withCall(context: Context, tx: EthereumFacts): Promise<EthereumFacts> {
  const { to, data } = tx
  const address = to.toLowerCase()
  const interfaces = await findInterfaces(context, 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM', [address])
  const found = interfaces.get(address)
  if (found?.kind !== 'ethereum') return tx
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

async function withInstructions(context: Context, tx: SolanaFacts): Promise<SolanaFacts> {
  const programs = [...new Set(tx.instructions.map(({ program_key }) => program_key))]
  const interfaces = await findInterfaces(context, 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA', programs)
  return {
    ...tx,
    instructions: tx.instructions.map((each) => withArguments(interfaces.get(each.program_key), each)),
  }
}

function withArguments(
  found: ContractInterface | undefined,
  instruction: InstructionFacts,
): InstructionFacts {
  if (found?.kind !== 'solana') return instruction
  const call = decodeIdlCall(found, parseHex(instruction.instruction_data_hex, 'instruction data'))
  if (typeof call === 'string') {
    const why =
      call === 'CALL_MALFORMED'
        ? 'the instruction data is malformed: it is not the encoding of arguments'
        : `the interface of ${instruction.program_key} has no such instruction`
    return { ...instruction, absences: { parsed_instruction_data: why } }
  }
  // Which account comes from a lookup table, only the chain knows.
  const named = call.accounts.flatMap((name, n) => {
    const key = instruction.accounts[n]?.account_key
    return key === undefined || key === LOOKED_UP_ACCOUNT ? [] : [[name, key] as const]
  })
  return {
    ...instruction,
    parsed_instruction_data: {
      instruction_name: call.name,
      discriminator: call.selector,
      named_accounts: Object.fromEntries(named),
      program_call_args: call.args,
    },
  }
}
