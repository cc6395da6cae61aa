import type { Place } from '../element.ts'
import { STEPS } from './steps.ts'

export const place: Place = {
  title: 'Signature verifier',
  height: 'high',
  Fallback: () => (
    <>
      <p>
        With scripts, you paste a payload, a signature and a signer here, and see which check fails first:
      </p>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>An Ethereum address needs v: the key is recovered from the signature, and the address made of it.</p>
    </>
  ),
}
