import type { Place } from '../element.ts'

export const place: Place = {
  title: 'Try a passkey',
  height: 'middle',
  attributes: { compact: { values: () => ['true'] } },
  Fallback: () => (
    <>
      <p>With scripts, you make a passkey here, on your device or in software, and it signs a request:</p>
      <ol>
        <li>
          the page asks the authenticator for a key; the engine verifies the attestation and registers the
          public half;
        </li>
        <li>the challenge of each later prompt is the SHA-256 of the request’s body, in hex;</li>
        <li>
          the engine accepts the request when challenge, presence flag and signature fit; a passkey with
          residentKey “discouraged” must be named by its id, or none is found.
        </li>
      </ol>
    </>
  ),
}
