import type { Place } from '../place.ts'
import { STEP_TITLES } from './steps.ts'

export const place: Place = {
  title: 'Webhook verifier',
  height: 'high',
  Fallback: () => (
    <>
      <p>With scripts, you capture a delivery of the sandbox here, or paste one, and see each check:</p>
      <ol>
        {STEP_TITLES.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
      <p>A changed body fails in the third, a copy of yesterday in the fourth, a repetition in the last.</p>
    </>
  ),
}
