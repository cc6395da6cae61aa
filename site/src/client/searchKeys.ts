/** Opens search: by click, by Ctrl/Cmd+K, by `/`, and by typing on the focused button. Loads it on first intent. */

import { isComposing, isFromField } from '@keywright/ui/keys'
import { keepTyping } from '../search/typedAhead.ts'
import { showPartError } from './loadError.ts'
import type { Site } from './site.ts'

const BUTTON = '[data-search-open]'

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>

/** Returns the initial query if a key press opens search, or else undefined. */
export function searchRequest(event: Key, on: { button: boolean; editable: boolean }): string | undefined {
  if (isComposing(event) || event.altKey) return undefined
  // With Shift, the shortcut is the browser's.
  if (event.ctrlKey || event.metaKey) return isK(event) && !event.shiftKey ? '' : undefined
  if (on.editable) return undefined
  if (event.key === '/') return ''
  return on.button && /^[\p{L}\p{N}]$/u.test(event.key) ? event.key : undefined
}

/** By letter, or by place on layouts that write other scripts there. */
const isK = ({ key, code }: Key): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'

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
    // An editor has handled it, such as Ctrl+K, which deletes to the end of the line on a Mac.
    if (event.defaultPrevented) return
    const text = searchRequest(event, {
      button: (event.target as Element).closest?.(BUTTON) != null,
      editable: isFromField(event),
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
