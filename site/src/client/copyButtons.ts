/** Copy buttons of the code blocks that were rendered at build, and of the page. Those of islands are `ui/CopyButton.tsx`. */
import { wordOf } from '../shell/errorBoxTemplate.ts'
import type { Site } from './site.ts'

const SHOWN_MS = 2000

export function copyButtons({ document, announce }: Site): void {
  const labels = new WeakMap<HTMLButtonElement, { readonly label: string; timer: number }>()

  document.addEventListener('click', (event) => {
    const target = event.target as Element
    void copyCode(target.closest<HTMLButtonElement>('[data-copy]'))
    void copyPage(target.closest<HTMLButtonElement>('[data-copy-page]'))
  })

  async function copyCode(button: HTMLButtonElement | null): Promise<void> {
    const code = button?.closest('figure')?.querySelector('pre')
    if (!button || !code) return
    const copied = await copyText(button.dataset.copy || (code.textContent ?? '').replace(/\n$/, ''))
    say(button, wordOf(document, copied ? 'copied' : 'pressToCopy'))
    if (!copied) getSelection()?.selectAllChildren(code)
  }

  /** The page's Markdown twin; where it cannot be copied, the link beside the button shows it. */
  async function copyPage(button: HTMLButtonElement | null): Promise<void> {
    if (!button) return
    say(button, wordOf(document, (await copyFile(button.dataset.copyPage!)) ? 'copied' : 'notCopied'))
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
    }, SHOWN_MS) as unknown as number
    labels.set(button, { label, timer })
  }
}

async function copyFile(address: string): Promise<boolean> {
  const text = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return new Blob([await response.text()], { type: 'text/plain' })
  })
  try {
    // Begun within the click: some browsers forget it while the file is on its way.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return false
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
