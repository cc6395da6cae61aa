/** A slider for each amount of the request that the policies limit. */
import { type CompiledPolicy, format, walk } from '@keywright/policy'
import type { PanelProps } from './panel.ts'
import { readAt, writeAt } from './requestFields.ts'

const STEPS = 200n
/** The range in limits, so that a limit is in the middle. */
const RANGE = 2n
/** Units of fields in wei, by size and name. */
const UNITS: Readonly<Record<string, readonly [wei: number, unit: string]>> = {
  'eth.tx.value': [1e18, 'ether'],
  'eth.tx.gas_price': [1e9, 'gwei'],
  'eth.tx.max_fee_per_gas': [1e9, 'gwei'],
  'eth.tx.max_priority_fee_per_gas': [1e9, 'gwei'],
}

interface AmountSlidersProps extends Pick<PanelProps, 'scenario' | 'onChange'> {
  readonly policies: readonly CompiledPolicy[]
}

export function AmountSliders({ scenario: { request }, policies, onChange }: AmountSlidersProps) {
  return [...limitsOf(policies)].map(([path, limit]) => {
    const value = readAt(request, path)
    if (typeof value !== 'bigint') return null
    const step = (limit * RANGE) / STEPS || 1n
    return (
      <label key={path} className="playground-amount">
        <span>
          <code>{path}</code> {amount(path, value)}, limit {amount(path, limit)}
        </span>
        <input
          type="range"
          max={Number((limit * RANGE) / step)}
          value={Number(value / step)}
          aria-valuetext={amount(path, value)}
          onChange={({ target }) =>
            onChange({ request: writeAt(request, path, BigInt(target.value) * step) })
          }
        />
      </label>
    )
  })
}

/** The highest limit of each field that conditions compare by size. */
function limitsOf(policies: readonly CompiledPolicy[]): ReadonlyMap<string, bigint> {
  const limits = new Map<string, bigint>()
  for (const { condition } of policies)
    for (const part of walk(condition.expression)) {
      if (part.kind !== 'comparison' || !/[<>]/.test(part.operator)) continue
      for (const [field, limit] of [
        [part.left, part.right],
        [part.right, part.left],
      ] as const)
        if (
          field.kind === 'field' &&
          limit.kind === 'integer' &&
          limit.value > (limits.get(format(field)) ?? 0n)
        )
          limits.set(format(field), limit.value)
    }
  return limits
}

/** The value of a field in a unit that people read. */
export function amount(path: string, value: bigint): string {
  const [wei, unit] = UNITS[path] ?? []
  if (wei === undefined) return value.toLocaleString('en-US')
  return `${(Number(value) / wei).toLocaleString('en-US', { maximumFractionDigits: 6 })} ${unit}`
}

/** A clause's limit in the unit of its field, if it compares a field that has one with a number. */
export function limitOf(path: string, clause: string): string | undefined {
  const number = /(?:[<>]=?|[!=]=)\s*(\d+)$|^(\d+)\s*(?:[<>]=?|[!=]=)/.exec(clause)
  return path in UNITS && number ? amount(path, BigInt(number[1] ?? number[2]!)) : undefined
}
