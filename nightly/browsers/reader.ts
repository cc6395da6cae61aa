/** A reader with nothing but a keyboard, in whichever browser. */

/** What a test needs of a browser; each browser's own driver is put behind it. */
export interface Reader {
  open(address: string): Promise<void>
  /** Presses a key once, as a person does. `Tab`, `Enter`, `Escape`, or one character. */
  press(key: string): Promise<void>
  /** What `expression`, JavaScript, is in the page: a value that JSON can carry. */
  look(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** More stops than any page has between two things that one wants. */
const MOST_STOPS = 400
/** How long a run in the page may take before the test calls it over. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 50

/**
 * Presses Tab until the focus stands on something whose name begins so inside `place`, a selector, then Enter.
 * @throws when the keyboard does not get there; says where it went instead.
 */
export async function choose(reader: Reader, place: string, name: string): Promise<void> {
  const stops: string[] = []
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await reader.press('Tab')
    const focused = (await reader.look(focusedIn(place))) as { name: string; isInPlace: boolean }
    if (focused.isInPlace && focused.name.startsWith(name)) return reader.press('Enter')
    stops.push(focused.name.slice(0, 30))
  }
  throw new Error(`Tab never came to "${name}" in ${place}; it stood on: ${stops.slice(-60).join(' | ')}`)
}

/** The focused element in the words that a screen reader begins with, and whether it is where it is looked for. */
const focusedIn = (place: string): string => `(() => {
  const element = document.activeElement
  return {
    name: (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim(),
    isInPlace: Boolean(element?.closest(${JSON.stringify(place)})),
  }
})()`

/**
 * Waits until `expression` is true in the page.
 * @throws with what the page says instead, at `shown`.
 */
export async function until(reader: Reader, expression: string, shown = 'document.title'): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    if (await reader.look(`Boolean(${expression})`)) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Not seen: ${expression}. The page says: ${JSON.stringify(await reader.look(shown))}`)
}

/** The text of the first element that a selector finds, or "". */
export const textOf = (selector: string): string =>
  `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '').trim()`

/** Types as a person does, key by key. */
export async function typeText(reader: Reader, text: string): Promise<void> {
  for (const character of text) await reader.press(character)
}
