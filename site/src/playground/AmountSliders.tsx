/** A slider for each amount of the request that the policies limit. */
import { type CompiledPolicy, type Expression, format, type RequestFacts, walk } from '@keywright/policy'
import type { PanelProps } from './panel.ts'
import { readAt, writeAt } from './requestFields.ts'

const STEPS = 200n
/** The range in limits, so that a limit is in the middle. */
const RANGE = 2n
const WEI_PER_ETHER = 1e18

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

const amount = (path: string, value: bigint): string =>
  path === 'eth.tx.value'
    ? `${(Number(value) / WEI_PER_ETHER).toLocaleString('en-US', { maximumFractionDigits: 6 })} ether`
    : value.toLocaleString('en-US')
