/** Facts of requests that name several objects: each object is decided as if it came alone. */
import type { PolicyFacts } from '../handler.ts'

/**
 * One set for each item as a list of one, and, where there are several, one for the whole list: what a policy says of
 * one thing holds among others too, and what it says of their number is not evaded.
 */
export function alone<T>(items: readonly T[], toFacts: (items: readonly T[]) => PolicyFacts): PolicyFacts[] {
  return items.length === 1 ? [toFacts(items)] : [toFacts(items), ...items.map((item) => toFacts([item]))]
}
