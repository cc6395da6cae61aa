import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Vote verifier',
  height: 'high',
  Fallback: () => (
    <>
      <p>With scripts, you paste an activity here, and each of its votes is checked in the page:</p>
      <ol>
        <li>the signature is of the message, by the public key that stands beside it;</li>
        <li>that key is among the credentials of the voter, as of the vote;</li>
        <li>
          the first message is the request, by its fingerprint; each further one names that fingerprint.
        </li>
      </ol>
      <p>An edited request fails in the first and the third, a vote that was moved elsewhere in the third.</p>
    </>
  ),
}
