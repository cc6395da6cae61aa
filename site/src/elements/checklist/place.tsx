import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Checklist',
  height: 'high',
  Fallback: () => (
    <p>
      With scripts, each line of this page has a box to tick here. The ticks stay in your browser, pages that
      say the same share them, and the whole is copied as Markdown for an issue or a review. Without scripts,
      print the page: it is the list.
    </p>
  ),
}
