import type { Place } from '../place.ts'
import { KINDS } from './kinds.ts'

export const place: Place = {
  title: 'Session clock',
  height: 'middle',
  Fallback: () => (
    <>
      <p>With scripts, you open sessions of a user here, move the clock, and see each of them expire:</p>
      <ul>
        {KINDS.map(({ id, title, seconds }) => (
          <li key={id}>
            {title}: {seconds / 60} minutes
          </li>
        ))}
      </ul>
      <p>Whether one is alive is never guessed: each is used for a whoami, and the engine answers.</p>
    </>
  ),
}
