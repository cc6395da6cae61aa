import { limitRows } from '@keywright/contract/reference'
import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Limits meter',
  height: 'middle',
  attributes: { size: { values: () => ['compact'] } },
  Fallback: () => (
    <>
      <p>
        With scripts, the use of each limit by an organization of the sandbox stands here. A parent holds at
        most:
      </p>
      <ul>
        {limitRows().map(({ resource, title, parent }) => (
          <li key={resource}>
            {title}: {parent}
          </li>
        ))}
      </ul>
    </>
  ),
}
