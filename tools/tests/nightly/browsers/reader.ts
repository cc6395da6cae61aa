/** A reader with a keyboard and a mouse. */

/** The browser functions that tests need, implemented by each driver. */
export interface Reader {
  open(address: string): Promise<void>
  /** Presses a key: `Tab`, `Enter`, `Escape`, or a character. */
  press(key: string): Promise<void>
  /** Clicks at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** Turns the wheel over a point of the window, by CSS pixels downward. */
  wheel(x: number, y: number, down: number): Promise<void>
  /** Goes back in the browser's history. */
  back(): Promise<void>
  /** Evaluates a JavaScript expression in the page. The value must be JSON. */
  look(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** Whether the shell's script has loaded all its parts. */
export const COMPLETE = "document.documentElement.dataset.site === 'complete'"

/** Upper bound of Tab presses between two targets. */
const MOST_STOPS = 400
/** Upper bound of a run in the page. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 50

/**
 * Presses Tab until an element inside `place` (a selector) whose name starts with `name` has the focus, then Enter.
 * @throws Error with the focused elements if the target is not reached
 */
export async function choose(reader: Reader, place: string, name: string): Promise<void> {
  const stops: string[] = []
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await reader.press('Tab')
    const focused = (await reader.look(focusedIn(place))) as { name: string; isInPlace: boolean }
    if (focused.isInPlace && focused.name.startsWith(name)) return reader.press('Enter')
    stops.push(focused.name.slice(0, 30))
  }
  throw new Error(
    `Tab did not reach "${name}" in ${place}; focused elements: ${stops.slice(-60).join(' | ')}`,
  )
}

/** The accessible name of the focused element, and whether the element is in the expected place. */
const focusedIn = (place: string): string => `(() => {
  const element = document.activeElement
  return {
    name: (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim(),
    isInPlace: Boolean(element?.closest(${JSON.stringify(place)})),
  }
})()`

/**
 * Waits until `expression` is true in the page.
 * @throws Error with the text of `shown`
 */
export async function until(reader: Reader, expression: string, shown = 'document.title'): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    if (await reader.look(`Boolean(${expression})`)) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(
    `Timed out waiting for: ${expression}. The page shows: ${JSON.stringify(await reader.look(shown))}`,
  )
}

/** The text of the first element that a selector finds, or "". */
export const textOf = (selector: string): string =>
  `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '').trim()`

/** Types a text key by key. */
export async function typeText(reader: Reader, text: string): Promise<void> {
  for (const character of text) await reader.press(character)
}

/** Clicks the middle of the first element that an expression finds, after scrolling it into view. */
export async function clickOn(reader: Reader, element: string): Promise<void> {
  const middle = `(() => {
    const one = ${element}
    one.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = one.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  })()`
  const { x, y } = (await reader.look(middle)) as { x: number; y: number }
  await reader.click(x, y)
}
