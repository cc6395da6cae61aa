import { createPasskey } from '@keywright/engine/test'
import { story } from '../story.ts'

export const passkeyOfOtherSite = story('a passkey of another site is rejected', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const alice = await company.opensSubOrganization({ rootUser: 'alice' })
  const { userId } = alice
  await alice.does('SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
    value: 'https://app.example.com',
  })
  await alice.createsWallet('from the right page')

  const { random } = world.host
  const lookalike = createPasskey({ random, origin: 'https://app.examp1e.com', rpId: 'app.examp1e.com' })
  await world.refuses('ATTESTATION_INVALID', () =>
    alice.does('CREATE_AUTHENTICATORS_V2', { userId, authenticators: [lookalike.register()] }),
  )
  // Removing the current origin locks the user out, so a second credential is needed.
  const key = world.apiKey()
  await alice.does('CREATE_API_KEYS_V2', {
    userId,
    apiKeys: [{ apiKeyName: 'spare', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
  })
  await alice.does('SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
    value: 'https://new.example.com',
  })
  await world.refuses('PASSKEY_ASSERTION_INVALID', () => alice.createsWallet('from the old page'))
  await alice.withKey(key).does('REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' })
  await alice.createsWallet('any page again')
})
