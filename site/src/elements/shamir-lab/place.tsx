import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Shares of a demo secret',
  height: 'high',
  Fallback: () => (
    <>
      <p>With scripts, you split a demo secret here, and see what becomes of it:</p>
      <ul>
        <li>as many shares as the threshold give the secret, in any order and any choice;</li>
        <li>one fewer gives nothing: the others say nothing about the secret;</li>
        <li>a mistyped share is named by its place before anything is combined;</li>
        <li>
          shares of two splits do not mix, and old ones still give the same secret until they are destroyed.
        </li>
      </ul>
    </>
  ),
}
