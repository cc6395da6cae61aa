/** Error boxes of the script, copied from the template that React rendered (`shared/ErrorBox.tsx`). */

import { noNetwork, partFailed } from '../../config/scriptWords.ts'
import { ERROR_BOX_TEMPLATE } from '../../shared/errorBoxTemplate.ts'

interface PartFailure {
  readonly what: string
  readonly error: unknown
  readonly retry: () => void
  /** The element that failed, if it is on the page. */
  readonly host?: Element
  /** Whether the reader waits for it. If so, the box scrolls into view and Retry gets the focus. */
  readonly isAwaited: boolean
}

/** Shows one box per failed part, before its element or above the page. */
export function showPartError(
  document: Document,
  { what, error, retry, host, isAwaited }: PartFailure,
): void {
  const main = document.getElementById('main')!
  const title = partFailed.replace('{part}', () => what)
  const box = errorBox(document, title, error, () => {
    box.remove()
    retry()
  })
  const place = host && main.contains(host) ? host : undefined
  for (const before of main.querySelectorAll('.error-box'))
    if (before.querySelector('h2')!.textContent === title && (!place || before.nextElementSibling === place))
      before.remove()
  if (place) place.before(box)
  else main.prepend(box)
  if (!isAwaited) return
  box.scrollIntoView({ block: 'nearest' })
  box.querySelector('button')!.focus({ preventScroll: true })
}

/** An error box with a title, the error's text and a Retry button. */
export function errorBox(document: Document, title: string, error: unknown, retry: () => void): HTMLElement {
  const template = document.getElementById(ERROR_BOX_TEMPLATE) as HTMLTemplateElement
  const box = template.content.firstElementChild!.cloneNode(true) as HTMLElement
  box.querySelector('h2')!.textContent = title
  // Messages of browsers, such as "Failed to fetch", explain neither the cause nor the fix.
  const reason = navigator.onLine ? '' : `${noNetwork}\n`
  box.querySelector('pre')!.textContent = reason + (error instanceof Error ? error.message : String(error))
  box.querySelector('button')!.onclick = retry
  return box
}
