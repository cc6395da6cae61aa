/** Arrow keys within a set of controls, following the WAI-ARIA Authoring Practices. */

const STEPS = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
} as const satisfies Record<string, Record<string, 1 | -1>>

export type RovingAxis = keyof typeof STEPS

/** The parts of an event that matter. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Returns the index that a key moves to from control `at`, wrapping around at the ends. Undefined for other keys and
 * for keys with a modifier, which belong to the browser. If no control has the focus (`at` is -1), arrow keys enter the
 * set at its near end, and Home and End are left to the page.
 */
export function rovingTarget(press: Press, at: number, count: number, axis: RovingAxis): number | undefined {
  const { key } = press
  if (count === 0 || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined
  const step = (STEPS[axis] as Record<string, 1 | -1>)[key]
  if (step !== undefined) return at < 0 ? (step === 1 ? 0 : count - 1) : (at + step + count) % count
  if (at < 0) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
