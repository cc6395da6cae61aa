/** Contract calls of a request, as interfaces of the organization describe them. */
import { formatValue, type RequestFacts } from '@keywright/policy'

export interface ShownCall {
  readonly name: string
  /** The arguments by name, in the syntax of policies. Empty if the data is malformed. */
  readonly args: readonly (readonly [name: string, value: string])[]
  readonly problem?: string
}

/** The log keeps many requests in memory. */
const MOST_CALLS = 20
const MOST_ARGUMENTS = 50

/** The first calls. Those without an interface are left out. */
export function contractCallsOf({ eth, solana }: RequestFacts): ShownCall[] {
  const { function_name: name, contract_call_args: args = {}, absences } = eth?.tx ?? {}
  const problem = absences?.['contract_call_args']
  const ofEthereum = name !== undefined ? [shown(name, args)] : problem !== undefined ? [unread(problem)] : []
  const ofSolana = (solana?.tx?.instructions ?? []).flatMap(
    ({ parsed_instruction_data: parsed, absences }) => {
      const problem = absences?.['parsed_instruction_data']
      if (parsed) return [shown(parsed.instruction_name, parsed.program_call_args)]
      return problem === undefined ? [] : [unread(problem)]
    },
  )
  return [...ofEthereum, ...ofSolana].slice(0, MOST_CALLS)
}

const unread = (problem: string): ShownCall => ({ name: 'unknown call', args: [], problem })

const shown = (name: string, args: object): ShownCall => ({
  name,
  args: Object.entries(args)
    .slice(0, MOST_ARGUMENTS)
    .map(([argument, value]) => [argument, formatValue(value)]),
})
