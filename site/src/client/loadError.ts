/** Error boxes of the script: filled copies of the one that React rendered into the document (`shell/ErrorBox.tsx`). */
import { ERROR_BOX_TEMPLATE, wordOf } from '../shell/errorBoxTemplate.ts'

/** In place of a page that could not be loaded: the error's text, and a way to try again, which is answered. */
export function showLoadError(document: Document, error: unknown, retry: () => void): HTMLElement {
  const box = errorBox(document, wordOf(document, 'pageFailed'), error, retry)
  document.getElementById('main')!.replaceChildren(box)
  document.querySelector('.toc')?.replaceChildren()
  return box.querySelector('button')!
}

/** Above the page, or before the element that is concerned: a part of the page that could not be loaded. */
export function showPartError(
  document: Document,
  what: string,
  error: unknown,
  retry: () => void,
  before?: Element,
): void {
  const box = errorBox(document, wordOf(document, 'partFailed').replace('{part}', what), error, () => {
    box.remove()
    retry()
  })
  if (before) before.before(box)
  else document.getElementById('main')!.prepend(box)
}

/** What failed, the error's text and a Retry button. */
function errorBox(document: Document, title: string, error: unknown, retry: () => void): HTMLElement {
  const template = document.getElementById(ERROR_BOX_TEMPLATE) as HTMLTemplateElement
  const box = template.content.firstElementChild!.cloneNode(true) as HTMLElement
  box.querySelector('h2')!.textContent = title
  box.querySelector('pre')!.textContent = error instanceof Error ? error.message : String(error)
  box.querySelector('button')!.onclick = retry
  return box
}
