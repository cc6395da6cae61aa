/** Arrow keys within a set of controls, as the WAI-ARIA Authoring Practices describe them. */

const STEPS = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
} as const satisfies Record<string, Record<string, 1 | -1>>

export type RovingAxis = keyof typeof STEPS

/** What is read of an event. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Index of the control that a key moves to from control `at`, round at the ends; undefined for other keys, and with a
 * modifier, which makes them the browser's. Where none of the set has the focus (`at` is -1), arrows enter it at its near
 * end and Home and End are left to the page.
 */
export function rovingTarget(press: Press, at: number, count: number, axis: RovingAxis): number | undefined {
  const { key } = press
  if (count === 0 || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined
  const step = (STEPS[axis] as Record<string, 1 | -1>)[key]
  if (step !== undefined) return at < 0 ? (step === 1 ? 0 : count - 1) : (at + step + count) % count
  if (at < 0) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
