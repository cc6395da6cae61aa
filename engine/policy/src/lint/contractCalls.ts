/** Conditions that read the arguments of a call without saying of which contract. */
import { type Expression, walk } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import type { LintFinding } from './finding.ts'

const READ_FROM_CALL = ['eth.tx.function_name', 'eth.tx.function_signature', 'eth.tx.contract_call_args']
/** An interface belongs to an address, whatever the chain: another contract may be there. */
const REQUIRED = ['eth.tx.to', 'eth.tx.chain_id']

export function lintContractCalls(expression: Expression, side: Side): LintFinding[] {
  const fields = [...walk(expression)].filter((part) => part.kind === 'field')
  const first = fields.find((field) => READ_FROM_CALL.includes(format(field)))
  const named = new Set(fields.map(format))
  const missing = REQUIRED.filter((name) => !named.has(name))
  if (!first || missing.length === 0) return []
  const names = missing.map((name) => `\`${name}\``).join(' and ')
  return [
    {
      code: 'CONTRACT_UNNAMED',
      severity: 'caution',
      message: `\`${format(first)}\` is read of every contract with an interface, on every chain`,
      hint: `compare ${names} too`,
      side,
      span: first.span,
    },
  ]
}
