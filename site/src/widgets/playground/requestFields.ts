/** Fields of a request by their dotted path, like `eth.tx.value`. */
import type { RequestFacts } from '@keywright/policy'

type Members = Readonly<Record<string, unknown>>

export function readAt(request: RequestFacts, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Members | undefined)?.[name], request)
}

/** Returns a copy with the value. Undefined removes the field. */
export function writeAt<T>(object: T, path: string, value: unknown): T {
  const [name, ...rest] = path.split('.') as [string, ...string[]]
  const { [name]: before, ...others } = (object ?? {}) as Members
  const next = rest.length === 0 ? value : writeAt(before, rest.join('.'), value)
  return (next === undefined ? others : { ...others, [name]: next }) as T
}
