import { story } from '../story.ts'

export const backendAttachesIdentity = story(
  'a backend that starts sign-ins can’t attach an identity or key to other users',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const backend = await owner.addsUser('backend')
    const { userId } = owner
    const key = world.apiKey()
    await owner.allows(
      backend,
      "activity.kind in ['EMAIL_AUTH', 'INIT_OTP_AUTH', 'OTP_AUTH', 'OAUTH', 'STAMP_LOGIN']",
    )
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      backend.does('CREATE_OAUTH_PROVIDERS_V2', {
        userId,
        oauthProviders: [
          {
            providerName: 'mine',
            oidcClaims: { iss: 'https://id.example.com', sub: 'backend', aud: 'app' },
          },
        ],
      } as never),
    )
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      backend.does('CREATE_API_KEYS_V2', {
        userId,
        apiKeys: [{ apiKeyName: 'mine', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
      }),
    )
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      backend.does('UPDATE_USER', { userId, userEmail: 'backend@example.com' }),
    )
    // A login is always for the caller.
    await backend.does('STAMP_LOGIN', { publicKey: key.publicKey })
    const session = backend.withKey(key)
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => session.createsWallet('no more than before'))
  },
)
