/** Copy buttons of the page and of the code that the build rendered. Islands use `CopyButton` of `@keywright/ui`. */
import { copyText, SAID_MS } from '@keywright/ui/clipboard'
import { copied, notCopied, pressToCopy } from '../../config/scriptWords.ts'
import type { Site } from './site.ts'

export function copyButtons({ document, announce }: Site): void {
  const labels = new WeakMap<HTMLButtonElement, { readonly label: string; timer: number }>()

  document.addEventListener('click', (event) => {
    const target = event.target as Element
    void copyCode(target.closest<HTMLButtonElement>('[data-copy]'))
    void copyPage(target.closest<HTMLButtonElement>('[data-copy-page]'))
  })

  async function copyCode(button: HTMLButtonElement | null): Promise<void> {
    const code = button?.parentElement?.querySelector('pre, code')
    if (!button || !code) return
    const isCopied = await copyText(button.dataset.copy || (code.textContent ?? '').replace(/\n$/, ''))
    say(button, isCopied ? copied : pressToCopy)
    if (!isCopied) getSelection()?.selectAllChildren(code)
  }

  /** Copies the page's Markdown twin or, without a network, the text of the page. */
  async function copyPage(button: HTMLButtonElement | null): Promise<void> {
    if (!button) return
    const text = fetchText(button.dataset.copyPage!).catch(() => shownText(document))
    const isCopied = await copyText(text)
    say(button, isCopied ? copied : notCopied)
    if (isCopied) return
    // The button's text refers to the link, so focus it.
    const menu = button.parentElement!.querySelector('details')!
    menu.open = true
    menu.querySelector('a')!.focus()
  }

  function say(button: HTMLButtonElement, text: string): void {
    const known = labels.get(button)
    const label = known?.label ?? button.textContent ?? ''
    clearTimeout(known?.timer)
    button.dataset.copied = ''
    button.textContent = text
    announce(text)
    const timer = setTimeout(() => {
      delete button.dataset.copied
      button.textContent = label
    }, SAID_MS) as unknown as number
    labels.set(button, { label, timer })
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} returned ${response.status}`)
  return response.text()
}

/** The article's text without its button labels. */
function shownText(document: Document): string {
  const article = document.querySelector('article')!
  const labels = new Set([...article.querySelectorAll('button')].map((button) => button.innerText.trim()))
  const lines = article.innerText.split('\n').filter((line) => line === '' || !labels.has(line.trim()))
  return `${lines.join('\n')}\n\nSource: ${location.href}\n`
}
