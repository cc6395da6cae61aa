/**
 * Remembers presses on controls that need the page's script while it is still loading. Runs before the first paint
 * (`theme.ts`). The script repeats the presses when it starts (`askAgain.ts`). Links, menus and details work without it.
 */
import { SEARCH_BUTTON, searchRequest } from './searchRequest.ts'

const CONTROL = 'button:not([popovertarget]), [data-opens]'
const MARKED = '[data-asked]'

/** Marks pressed controls, in the order of their last presses. */
export function rememberPresses(document: Document): void {
  let count = 0
  const hasStarted = () => document.documentElement.dataset.site === 'started'
  const mark = (control: HTMLElement) => {
    control.dataset.asked = `${++count}`
  }
  document.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>(CONTROL)
    if (!control || hasStarted()) return
    // A link to a section also scrolls there.
    if (!control.getAttribute('href')?.startsWith('#')) event.preventDefault()
    mark(control)
  })
  document.addEventListener('keydown', (event) => {
    const search = document.querySelector<HTMLElement>(SEARCH_BUTTON)
    if (!search || hasStarted() || searchRequest(event) === undefined) return
    event.preventDefault()
    mark(search)
  })
}

/** Returns the marked controls, and unmarks them. */
export function takePresses(document: Document): HTMLElement[] {
  const marked = [...document.querySelectorAll<HTMLElement>(MARKED)]
  const pressed = marked.sort((a, b) => Number(a.dataset.asked) - Number(b.dataset.asked))
  for (const control of pressed) delete control.dataset.asked
  return pressed
}
