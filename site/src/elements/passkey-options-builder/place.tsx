import type { Place } from '../place.ts'
import { RECOMMENDED, toCode } from './choices.ts'

export const place: Place = {
  title: 'Passkey options',
  height: 'high',
  Fallback: () => (
    <>
      <p>
        With scripts, you choose options here, see what to mind and the code, and let an authenticator and the
        engine try them. With the recommended ones the code is:
      </p>
      <pre>{toCode(RECOMMENDED)}</pre>
    </>
  ),
}
