/** A slider for each amount of the request that the policies limit. */
import { type CompiledPolicy, type Expression, format, type RequestFacts, walk } from '@keywright/policy'
import type { PanelProps } from './panel.ts'
import { readAt, writeAt } from './requestFields.ts'

const STEPS = 200n
/** The range in limits, so that a limit is in the middle. */
const RANGE = 2n
/** Units of fields in wei, by number of decimals and name. */
const UNITS: Readonly<Record<string, readonly [decimals: number, unit: string]>> = {
  'eth.tx.value': [18, 'ether'],
  'eth.tx.gas_price': [9, 'gwei'],
  'eth.tx.max_fee_per_gas': [9, 'gwei'],
  'eth.tx.max_priority_fee_per_gas': [9, 'gwei'],
}

interface AmountSlidersProps extends Pick<PanelProps, 'scenario' | 'onChange'> {
  readonly policies: readonly CompiledPolicy[]
}

export function AmountSliders({ scenario: { request }, policies, onChange }: AmountSlidersProps) {
  return [...limitsOf(policies)].map(([field, { path, limit }]) => {
    const value = readAt(request, path)
    if (typeof value !== 'bigint') return null
    const step = (limit * RANGE) / STEPS || 1n
    return (
      <label key={field} className="playground-amount">
        <span>
          <code>{field}</code> {amount(path, value)}, limit {amount(path, limit)}
        </span>
        <input
          type="range"
          max={Number((limit * RANGE) / step)}
          value={Number(value / step)}
          aria-valuetext={amount(path, value)}
          onChange={({ target }) =>
            onChange({ request: withAmount(request, path, BigInt(target.value) * step) })
          }
        />
      </label>
    )
  })
}

/** Call data that doesn't fit its arguments any more is left out. */
function withAmount(request: RequestFacts, path: string, value: bigint): RequestFacts {
  const changed = writeAt(request, path, value)
  return path.startsWith(ARGUMENTS) ? writeAt(changed, 'eth.tx.data', undefined) : changed
}

const ARGUMENTS = 'eth.tx.contract_call_args.'

interface Limit {
  /** Of the field in a request. */
  readonly path: string
  readonly limit: bigint
}

/** The highest limit of each field or argument that conditions compare by size. */
function limitsOf(policies: readonly CompiledPolicy[]): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>()
  for (const { condition } of policies)
    for (const part of walk(condition.expression)) {
      if (part.kind !== 'comparison' || !/[<>]/.test(part.operator)) continue
      for (const [field, limit] of [
        [part.left, part.right],
        [part.right, part.left],
      ] as const) {
        const path = pathOf(field)
        if (path === undefined || limit.kind !== 'integer') continue
        const name = format(field)
        if (limit.value > (limits.get(name)?.limit ?? 0n)) limits.set(name, { path, limit: limit.value })
      }
    }
  return limits
}

/** The dotted path of a field, or of an argument by its name. */
function pathOf(field: Expression): string | undefined {
  if (field.kind === 'field') return format(field)
  if (field.kind !== 'index' || field.index.kind !== 'string') return undefined
  return `${format(field.object)}.${field.index.value}`
}

/** The value of a field in a unit that people read, exactly: a wei decides. */
export function amount(path: string, value: bigint): string {
  const [decimals = 0, unit = ''] = UNITS[path] ?? []
  const digits = value.toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  const whole = BigInt(digits.slice(0, at)).toLocaleString('en-US')
  return `${whole}${fraction && `.${fraction}`} ${unit}`.trimEnd()
}

/** A clause's limit in the unit of its field, if it compares a field that has one with a number. */
export function limitOf(path: string, clause: string): string | undefined {
  const number = /(?:[<>]=?|[!=]=)\s*(\d+)$|^(\d+)\s*(?:[<>]=?|[!=]=)/.exec(clause)
  return path in UNITS && number ? amount(path, BigInt(number[1] ?? number[2]!)) : undefined
}
