/** Storage keys of the last announcement and its dismissal. */
export const ANNOUNCEMENT_ID_KEY = 'announcement.id'
export const ANNOUNCEMENT_DISMISSED_KEY = 'announcement.dismissed'

/** Stored values, or null. */
export interface StoredAnnouncement {
  readonly id: string | null
  readonly dismissed: string | null
}

/**
 * Returns whether the bar is closed and what to store. A new id resets the dismissal. A bar without a close button
 * is never closed.
 */
export function resolveAnnouncement(bar: { id: string; isCloseable: boolean }, stored: StoredAnnouncement) {
  const isNew = bar.id !== stored.id
  return {
    closed: bar.isCloseable && !isNew && stored.dismissed === 'true',
    store: isNew ? { id: bar.id, dismissed: 'false' } : undefined,
  }
}
