/** Opens search: by click, by Ctrl/Cmd+K, by `/`, and by typing on the focused button. Loads it on first intent. */

import { keepTyping } from '../search/typedAhead.ts'
import { showPartError } from './loadError.ts'
import type { Site } from './site.ts'

const BUTTON = '[data-search-open]'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** Returns the initial query if a key press opens search, or else undefined. */
export function searchRequest(event: Key, on: { button: boolean; editable: boolean }): string | undefined {
  if (event.isComposing || event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? '' : undefined
  if (on.editable) return undefined
  if (event.key === '/') return ''
  return on.button && /^[\p{L}\p{N}]$/u.test(event.key) ? event.key : undefined
}

export function searchKeys({ document, reloads }: Site): void {
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(
      type,
      (event) => {
        // Ignore a failed prefetch, because opening tries again.
        if ((event.target as Element).closest?.(BUTTON)) loadSearch().catch(() => {})
      },
      { passive: true },
    )
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest(BUTTON)) void open('')
  })
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element
    const text = searchRequest(event, {
      button: target.closest(BUTTON) !== null,
      editable: target.closest('input, textarea, select, [contenteditable]') !== null,
    })
    if (text === undefined || !document.querySelector(BUTTON)) return
    event.preventDefault()
    void open(text)
  })

  /** The index and the code are fetched in parallel. */
  function loadSearch() {
    preload(document.querySelector<HTMLElement>(BUTTON)?.dataset.searchOpen)
    return import('../search/open.tsx')
  }

  function preload(href: string | undefined): void {
    if (!href || document.head.querySelector('[as="fetch"]')) return
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
    )
  }

  async function open(text: string): Promise<void> {
    const typed = keepTyping(document, text)
    try {
      const button = document.querySelector<HTMLElement>(BUTTON)
      const { openSearch } = await reloads.load('search', loadSearch, button)
      if (!typed.isCanceled) openSearch({ text: typed.text })
    } catch (error) {
      if (typed.isCanceled) return
      const retry = () => {
        reloads.forget('search')
        void open(typed.text)
      }
      showPartError(document, { what: 'Search', error, retry, isAwaited: true })
    } finally {
      typed.stop()
    }
  }
}
