import type { Place } from '../element.ts'
import { API_KEY_STEPS, PASSKEY_STEPS } from './steps.ts'

export const place: Place = {
  title: 'Stamp inspector',
  height: 'high',
  Fallback: () => (
    <>
      <p>With JavaScript enabled, you can paste a stamp and its body here and see which check fails first:</p>
      <p>An API key’s stamp (X-Stamp):</p>
      <ol>
        {API_KEY_STEPS.map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
      <p>A passkey’s stamp (X-Stamp-Webauthn):</p>
      <ol>
        {PASSKEY_STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  ),
}
