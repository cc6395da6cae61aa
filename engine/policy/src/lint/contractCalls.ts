/** Conditions that read arguments of a call which no interface has, or without saying of which contract. */
import { type Expression, walk } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import { nearestWord } from '../suggest.ts'
import type { LintFinding, LintOptions } from './finding.ts'

const READ_FROM_CALL = ['eth.tx.function_name', 'eth.tx.function_signature', 'eth.tx.contract_call_args']
const ARGUMENTS = ['contract_call_args', 'program_call_args']
/** An interface belongs to an address, whatever the chain: another contract may be there. */
const REQUIRED = ['eth.tx.to', 'eth.tx.chain_id']

export function lintContractCalls(
  expression: Expression,
  side: Side,
  { argumentNames }: LintOptions,
): LintFinding[] {
  return [
    ...unnamedContract(expression, side),
    ...(argumentNames ? unknown(expression, side, argumentNames) : []),
  ]
}

function unknown(expression: Expression, side: Side, names: ReadonlySet<string>): LintFinding[] {
  return [...walk(expression)].flatMap((part) => {
    if (part.kind !== 'index' || part.index.kind !== 'string' || names.has(part.index.value)) return []
    if (part.object.kind !== 'field' || !ARGUMENTS.includes(part.object.name)) return []
    const { value } = part.index
    const near = nearestWord(value, [...names])
    const hint =
      near === undefined ? 'store the interface of the contract first' : `did you mean \`${near}\`?`
    const message = `no stored interface has an argument \`${value}\`, so it is always absent`
    return [{ code: 'ARGUMENT_UNKNOWN', severity: 'caution', message, hint, side, span: part.span }]
  })
}

function unnamedContract(expression: Expression, side: Side): LintFinding[] {
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
