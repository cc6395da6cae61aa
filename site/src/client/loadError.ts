/** Error boxes of the script: filled copies of the one that React rendered into the document (`shell/ErrorBox.tsx`). */
import { ERROR_BOX_TEMPLATE, wordOf } from '../shell/errorBoxTemplate.ts'

/** In place of a page that could not be loaded: the error's text, and a way to try again, which is answered. */
export function showLoadError(document: Document, error: unknown, retry: () => void): HTMLElement {
  const box = errorBox(document, wordOf(document, 'pageFailed'), error, retry)
  document.getElementById('main')!.replaceChildren(box)
  document.querySelector('.toc')?.replaceChildren()
  return box.querySelector('button')!
}

interface PartFailure {
  readonly what: string
  readonly error: unknown
  readonly retry: () => void
  /** The element that is concerned, where there is one in the page. */
  readonly host?: Element
  /** A reader waits for it: the box is brought before their eyes, and Retry takes the focus. */
  readonly isAwaited: boolean
}

/** Before the element that is concerned, or above the page: a part that could not be loaded. One box for each part. */
export function showPartError(
  document: Document,
  { what, error, retry, host, isAwaited }: PartFailure,
): void {
  const main = document.getElementById('main')!
  const title = wordOf(document, 'partFailed').replace('{part}', what)
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

/** What failed, the error's text and a Retry button. */
function errorBox(document: Document, title: string, error: unknown, retry: () => void): HTMLElement {
  const template = document.getElementById(ERROR_BOX_TEMPLATE) as HTMLTemplateElement
  const box = template.content.firstElementChild!.cloneNode(true) as HTMLElement
  box.querySelector('h2')!.textContent = title
  // What browsers say of it, such as "Failed to fetch", tells a reader neither why nor what to do.
  const reason = navigator.onLine ? '' : `${wordOf(document, 'noNetwork')}\n`
  box.querySelector('pre')!.textContent = reason + (error instanceof Error ? error.message : String(error))
  box.querySelector('button')!.onclick = retry
  return box
}
