/** Keys and passkeys of users. */
import { type Cause, newKey } from '../prober.ts'
import { newPasskey, newSub } from './people.ts'
import { apiKey, user } from './requests.ts'

export const credentialCauses = {
  CREDENTIAL_TAKEN: async (prober) =>
    prober.submit('CREATE_API_KEYS_V2', {
      userId: await prober.aliceId(),
      apiKeys: [apiKey(prober.key.publicKey)],
    }),
  LAST_CREDENTIAL: user({}),
  async PUBLIC_KEY_INVALID(prober) {
    const { owner } = await newSub(prober)
    return owner.submit('STAMP_LOGIN', { publicKey: `02${'ff'.repeat(32)}` })
  },
  async EXPIRATION_SECONDS_INVALID(prober) {
    const { owner } = await newSub(prober)
    return owner.submit('STAMP_LOGIN', { publicKey: newKey().publicKey, expirationSeconds: '0' })
  },
  ATTESTATION_INVALID: (prober) =>
    prober.submit('CREATE_AUTHENTICATORS_V2', {
      userId: prober.rootUserId,
      authenticators: [{ ...newPasskey().register('Passkey'), challenge: 'AAAA' }],
    }),
} as const satisfies Readonly<Record<string, Cause>>
