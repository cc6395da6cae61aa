import type { Place } from '../place.ts'
import { STEPS } from './steps.ts'

export const place: Place = {
  title: 'ID tokens, checked',
  height: 'high',
  Fallback: () => (
    <>
      <p>
        With scripts, you mint a token at the built-in issuer here, or paste one, and the engine checks it:
      </p>
      <ol>
        {STEPS.map(([title]) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
      <p>A token for another key fails in the last, a token with a changed claim in the fourth.</p>
    </>
  ),
}
