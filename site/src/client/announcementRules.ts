/** Where the last seen announcement and its dismissal are kept. */
export const ANNOUNCEMENT_ID_KEY = 'announcement.id'
export const ANNOUNCEMENT_DISMISSED_KEY = 'announcement.dismissed'

/** What was stored about announcements; null where nothing was. */
export interface StoredAnnouncement {
  readonly id: string | null
  readonly dismissed: string | null
}

/**
 * Whether the bar is closed, and what to store. An id other than the stored one is saved and undoes the
 * dismissal. A bar that cannot be closed is never closed.
 */
export function resolveAnnouncement(bar: { id: string; isCloseable: boolean }, stored: StoredAnnouncement) {
  const isNew = bar.id !== stored.id
  return {
    closed: bar.isCloseable && !isNew && stored.dismissed === 'true',
    store: isNew ? { id: bar.id, dismissed: 'false' } : undefined,
  }
}
