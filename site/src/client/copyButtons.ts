/** Copy buttons of code blocks. */

import { announce } from './announce.ts'

const SHOWN_MS = 2000

export function startCopyButtons(): void {
  document.addEventListener('click', async (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button.copy')
    const code = button?.closest('figure')?.querySelector('pre')
    if (!button || !code) return
    const copied = await copyText((code.textContent ?? '').replace(/\n$/, ''))
    say(button, copied ? 'Copied' : 'Press Ctrl+C')
    if (!copied) getSelection()?.selectAllChildren(code)
  })
}

/** The buttons stand hidden in the markup, because without scripts they would do nothing. */
export function showCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy[hidden]'))
    button.hidden = false
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function say(button: HTMLButtonElement, text: string): void {
  const label = button.dataset.label ?? button.textContent
  button.dataset.label = label ?? ''
  button.dataset.copied = ''
  button.textContent = text
  announce(text)
  setTimeout(() => {
    delete button.dataset.copied
    button.textContent = label
  }, SHOWN_MS)
}
