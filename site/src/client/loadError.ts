/** In place of a page that could not be loaded: the error's text, and a way to try again. */
export function showLoadError(error: unknown, retry: () => void): void {
  const box = document.createElement('section')
  box.className = 'error-box'
  box.setAttribute('role', 'alert')
  const title = document.createElement('h1')
  title.textContent = 'This page could not be loaded'
  const text = document.createElement('pre')
  text.textContent = error instanceof Error ? error.message : String(error)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = 'Retry'
  button.onclick = retry
  box.append(title, text, button)
  document.getElementById('main')!.replaceChildren(box)
  document.querySelector('.toc')?.replaceChildren()
  scrollTo(0, 0)
  button.focus()
}
