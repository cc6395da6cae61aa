/** In place of a page that could not be loaded: the error's text, and a way to try again. */
export function showLoadError(error: unknown, retry: () => void): void {
  const box = errorBox('This page could not be loaded', error, retry)
  document.getElementById('main')!.replaceChildren(box)
  document.querySelector('.toc')?.replaceChildren()
  scrollTo(0, 0)
  box.querySelector('button')!.focus()
}

/** Above the page, or before the element that is concerned: a part of the page that could not be loaded. */
export function showPartError(what: string, error: unknown, retry: () => void, before?: Element): void {
  const box = errorBox(`${what} could not be loaded`, error, () => {
    box.remove()
    retry()
  })
  if (before) before.before(box)
  else document.getElementById('main')!.prepend(box)
}

/** What failed, the error's text and a Retry button. */
export function errorBox(title: string, error: unknown, retry: () => void): HTMLElement {
  const box = document.createElement('section')
  box.className = 'error-box'
  box.setAttribute('role', 'alert')
  const heading = document.createElement('h2')
  heading.textContent = title
  const text = document.createElement('pre')
  text.textContent = error instanceof Error ? error.message : String(error)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = 'Retry'
  button.onclick = retry
  box.append(heading, text, button)
  return box
}
