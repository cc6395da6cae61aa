import type { Place } from '../place.ts'
import { MODELS } from './models.ts'

export const place: Place = {
  title: 'Custody models, tried',
  height: 'middle',
  attributes: { compact: { values: () => ['true'] }, model: { values: () => Object.keys(MODELS) } },
  Fallback: () => (
    <>
      <p>
        With scripts, you choose a model here, and the sandbox tries who can sign, export, change the quorum
        and read:
      </p>
      <ul>
        {Object.values(MODELS).map(({ label, text, names, threshold }) => (
          <li key={label}>
            {label}: root users {names.join(' and ')}, threshold {threshold}. {text}
          </li>
        ))}
      </ul>
    </>
  ),
}
