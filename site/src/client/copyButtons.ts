/** Copy buttons of the code blocks that were rendered at build. Those of islands are `ui/CopyButton.tsx`. */
import type { Site } from './site.ts'

const SHOWN_MS = 2000

export function copyButtons({ document, announce }: Site): void {
  const labels = new WeakMap<HTMLButtonElement, { readonly label: string; timer: number }>()

  document.addEventListener('click', async (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-copy]')
    const code = button?.closest('figure')?.querySelector('pre')
    if (!button || !code) return
    const copied = await copyText((code.textContent ?? '').replace(/\n$/, ''))
    say(button, copied ? 'Copied' : 'Press Ctrl+C')
    if (!copied) getSelection()?.selectAllChildren(code)
  })

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

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
