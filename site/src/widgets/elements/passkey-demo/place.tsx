import type { Place } from '../element.ts'

export const place: Place = {
  title: 'Try a passkey',
  height: 'middle',
  attributes: { compact: { values: () => ['true'] } },
  Fallback: () => (
    <>
      <p>
        With JavaScript enabled, you can create a passkey here, on your device or in software, and sign a
        request with it:
      </p>
      <ol>
        <li>
          The page asks the authenticator for a key. The engine verifies the attestation and registers the
          public key.
        </li>
        <li>The challenge of each later prompt is the hex SHA-256 of the request body.</li>
        <li>
          The engine accepts the request if challenge, presence flag and signature are valid. A passkey with
          residentKey “discouraged” is found only by its id.
        </li>
      </ol>
    </>
  ),
}
