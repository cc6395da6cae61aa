/** Closes the announcement and stores that. Moves the focus to the top of the page, where the bar was. */
import { ANNOUNCEMENT_DISMISSED_KEY } from './announcementRules.ts'
import type { Site } from './site.ts'

export function announcement({ document, storage }: Site): void {
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-announcement-close]')) return
    document.documentElement.dataset.announcementClosed = ''
    storage.kept.write(ANNOUNCEMENT_DISMISSED_KEY, 'true')
    document.querySelector<HTMLElement>('.navbar .brand')?.focus()
  })
}
