import type { Place } from '../element.ts'
import { STEPS } from './steps.ts'

export const place: Place = {
  title: 'Signature verifier',
  height: 'high',
  Fallback: () => (
    <>
      <p>
        With JavaScript enabled, you can paste a payload, a signature and a signer here and see which check
        fails first:
      </p>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>An Ethereum address needs no public key: the key is recovered from the signature and hashed.</p>
    </>
  ),
}
