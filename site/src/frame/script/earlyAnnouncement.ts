/** Runs before the first paint on sites with an announcement, to set its colors and hide a dismissed one. */
import { ANNOUNCEMENT_DISMISSED_KEY, ANNOUNCEMENT_ID_KEY, resolveAnnouncement } from './announcementRules.ts'
import { read, write } from './earlyStorage.ts'

const root = document.documentElement
const bar = JSON.parse(root.dataset.announcement!)
// Set from the script, because the content security policy forbids style attributes.
if (bar.backgroundColor) root.style.setProperty('--announcement-background', bar.backgroundColor)
if (bar.textColor) root.style.setProperty('--announcement-text', bar.textColor)
const stored = { id: read(ANNOUNCEMENT_ID_KEY), dismissed: read(ANNOUNCEMENT_DISMISSED_KEY) }
const { closed, store } = resolveAnnouncement(bar, stored)
if (closed) root.dataset.announcementClosed = ''
if (store) {
  write(ANNOUNCEMENT_ID_KEY, store.id)
  write(ANNOUNCEMENT_DISMISSED_KEY, store.dismissed)
}
