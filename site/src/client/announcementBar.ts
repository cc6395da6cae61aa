import { ANNOUNCEMENT_DISMISSED_KEY } from './announcementRules.ts'
import { writeStored } from './storage.ts'

/** Closes the announcement and remembers it. Focus moves to the start of the page, where the bar was. */
export function startAnnouncementBar(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-announcement-close]')) return
    document.documentElement.dataset.announcementClosed = ''
    writeStored(ANNOUNCEMENT_DISMISSED_KEY, 'true')
    document.querySelector<HTMLElement>('.navbar .brand')?.focus()
  })
}
