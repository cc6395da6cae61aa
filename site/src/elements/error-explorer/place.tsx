import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Error explorer',
  height: 'high',
  Fallback: () => (
    <p>
      With scripts, you find an error here by its text, its code or the call that answers it, and cause it:
      the smallest request that does is sent to an engine in your browser. Without scripts, the catalogue on
      this page has every error with its cause and its fix.
    </p>
  ),
}
