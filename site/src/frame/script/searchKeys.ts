/** Opens search: by click, by Ctrl/Cmd+K, by `/`, and by typing on the focused button. Loads it on first intent. */

import { keepTyping } from '../../search/typedAhead.ts'
import { requestEarly } from '../../shared/requestEarly.ts'
import { showPartError } from './loadError.ts'
import { loadingNotice } from './loadingNotice.ts'
import { SEARCH_BUTTON as BUTTON, searchRequest } from './searchRequest.ts'
import type { Site } from './site.ts'

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
    const text = searchRequest(event)
    if (text === undefined || !document.querySelector(BUTTON)) return
    event.preventDefault()
    void open(text)
  })

  /** The index and the code are fetched in parallel. */
  function loadSearch() {
    const index = document.querySelector<HTMLElement>(BUTTON)?.dataset.searchOpen
    if (index) requestEarly(index)
    return import('../../search/open.tsx')
  }

  async function open(text: string): Promise<void> {
    const typed = keepTyping(document, text)
    const notice = document.body.appendChild(loadingNotice(document, 'search'))
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
      notice.remove()
      typed.stop()
    }
  }
}
