import { expect } from 'vitest'
import { story } from '../story.ts'

export const walletUsersSignIn = story('users stamp with keys of their existing wallets', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const [ethereumKey, solanaKey] = [
    world.apiKey('API_KEY_CURVE_SECP256K1'),
    world.apiKey('API_KEY_CURVE_ED25519'),
  ]
  const alice = await company.opensSubOrganization({
    rootUser: 'alice',
    as: {
      authenticators: [],
      apiKeys: [
        { apiKeyName: 'ethereum', publicKey: ethereumKey.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' },
        { apiKeyName: 'solana', publicKey: solanaKey.publicKey, curveType: 'API_KEY_CURVE_ED25519' },
      ],
    },
  })
  const { userId } = alice
  const ways = [
    alice.withKey(ethereumKey, 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'),
    alice.withKey(ethereumKey, 'SIGNATURE_SCHEME_TK_API_SECP256K1'),
    alice.withKey(solanaKey, 'SIGNATURE_SCHEME_TK_API_ED25519'),
  ]
  for (const way of ways) {
    expect(await way.reads('whoami'), 'each wallet signs in alice').toMatchObject({ userId })
    await way.createsWallet(`wallet ${world.count()}`)
  }
  // A key whose bytes belong to another curve.
  const p256 = world.apiKey()
  await world.refuses('PUBLIC_KEY_INVALID', () =>
    ways[0]!.does('CREATE_API_KEYS_V2', {
      userId,
      apiKeys: [{ apiKeyName: 'odd', publicKey: p256.publicKey, curveType: 'API_KEY_CURVE_ED25519' }],
    }),
  )
  await world.refuses('API_KEY_NOT_FOUND', () => alice.withKey(p256).reads('whoami'))
})
