import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/** Empties the document, which test files in one process share, so that no file depends on the one before it. */
if ('document' in globalThis) {
  document.head.replaceChildren()
  document.body.replaceChildren()
}

/** What was reported to the console, such as React's warnings of equal keys. A test that expects a report replaces `console.error`. */
const reported: string[] = []
/** What a test causes: happy-dom doesn't know the element, and a view may render after the last line of a test. */
const OF_TESTS = ['The tag <search> is unrecognized', 'inside a test was not wrapped in act']
const print = console.error
const report = (...parts: unknown[]) => {
  const text = format(...parts)
  if (OF_TESTS.some((words) => text.includes(words))) return
  reported.push(text)
  print(...parts)
}
console.error = report
afterEach(() => expect(reported.splice(0)).toEqual([]))
afterAll(() => {
  if (console.error === report) console.error = print
})
