import type { Json } from '@keywright/engine'
import { jsonOf } from '@keywright/host'

/**
 * The value of a stored text. A text that is not JSON was not written by the engine: its row is rejected like any altered
 * row, because no MAC fits the string, and other organizations of the same statement are served.
 */
export function rowValue(stored: string): Json {
  const value = jsonOf(stored) as Json | undefined
  return value === undefined ? stored : value
}
