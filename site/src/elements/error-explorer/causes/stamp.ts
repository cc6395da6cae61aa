/** Who is calling. */
import { createStamp, toStampHeader, toUtf8 } from '@keywright/keys'
import { type Caller, type Cause, type Headers, newKey } from '../prober.ts'
import { addSubOrganization, newPasskey } from './people.ts'
import { apiKey, WALLET } from './requests.ts'

const whoamiOf = ({ organizationId }: Caller) => JSON.stringify({ organizationId })
const whoamiBy =
  (headers: Headers): Cause =>
  (prober) =>
    prober.query('whoami', {}, headers)

export const stampCauses = {
  STAMP_MISSING: whoamiBy({}),
  STAMPS_AMBIGUOUS: (prober) =>
    prober.query('whoami', {}, { ...prober.stamp(whoamiOf(prober)), 'X-Session': 'one more' }),
  STAMP_MALFORMED: whoamiBy({ 'X-Stamp': 'not a stamp' }),
  STAMP_SCHEME_MISMATCH(prober) {
    const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(whoamiOf(prober)), prober.key.privateKey)
    const header = toStampHeader({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' })
    return prober.query('whoami', {}, { 'X-Stamp': header })
  },
  API_KEY_NOT_FOUND: (prober) => prober.by(newKey()).query('whoami'),
  PASSKEY_NOT_FOUND: (prober) =>
    prober.query('whoami', {}, { 'X-Stamp-WebAuthn': newPasskey().stamp(toUtf8(whoamiOf(prober))) }),
  API_KEY_SIGNATURE_INVALID: (prober) =>
    prober.post('query/whoami', `${whoamiOf(prober)} `, prober.stamp(whoamiOf(prober))),
  async PASSKEY_ASSERTION_INVALID(prober) {
    const { root, rootUserId: userId } = await prober.fresh()
    const passkey = newPasskey()
    await root.run('CREATE_AUTHENTICATORS_V2', { userId, authenticators: [passkey.register('Passkey')] })
    return root.query('whoami', {}, { 'X-Stamp-WebAuthn': passkey.stamp(toUtf8('another body')) })
  },
  async API_KEY_EXPIRED(prober) {
    const { root, rootUserId: userId } = await prober.fresh()
    const key = newKey()
    const apiKeys = [{ ...apiKey(key.publicKey), expirationSeconds: '1' }]
    await root.run('CREATE_API_KEYS_V2', { userId, apiKeys })
    await prober.bench.sandbox.clock.advance(1_000)
    return root.by(key).query('whoami')
  },
  async CREDENTIAL_AMBIGUOUS(prober) {
    const fresh = await prober.fresh()
    const key = newKey()
    for (const name of ['First', 'Second']) await addSubOrganization(fresh, key, name)
    return fresh.root.by(key).query('whoami')
  },
  SESSION_INVALID: whoamiBy({ 'X-Session': 'forged' }),
  async SESSION_READ_ONLY(prober) {
    const { session } = await prober.run('CREATE_READ_ONLY_SESSION', {})
    return prober.submit('CREATE_WALLET', WALLET, {}, { 'X-Session': session })
  },
  async ORGANIZATION_MISMATCH(prober) {
    const { organizationIds } = await prober.read('list_suborgs')
    return prober.about(organizationIds[0]).submit('CREATE_WALLET', WALLET)
  },
} as const satisfies Readonly<Record<string, Cause>>
