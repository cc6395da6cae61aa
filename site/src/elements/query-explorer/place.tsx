import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Query explorer',
  height: 'high',
  Fallback: () => (
    <p>
      With scripts, you choose a query here, set its filters, send it to an engine in your browser and walk
      through the pages of its answer: the id of the last entry is the cursor of the next page,{' '}
      <code>paginationOptions.after</code>, and the id of the first leads back, <code>before</code>.
    </p>
  ),
}
