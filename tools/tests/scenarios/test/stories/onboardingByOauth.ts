import { oidcNonceOf } from '@keywright/keys'
import { expect } from 'vitest'
import { story } from '../story.ts'

export const onboardingByOauth = story(
  'a user signs up and signs in with an identity provider',
  async (world) => {
    const issuer = world.host.issuer
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({
      rootUser: 'alice',
      as: {
        authenticators: [],
        oauthProviders: [{ providerName: 'example', oidcToken: await issuer.token() }],
      },
    })
    const found = await company.reads('list_suborgs', {
      filterType: 'OIDC_TOKEN',
      filterValue: await issuer.token(),
    })
    expect(found.organizationIds, 'the identity finds her organization').toEqual([alice.organizationId])

    const browser = world.device()
    const { targetPublicKey } = browser
    const signIn = async (claims: object = {}) => {
      const oidcToken = await issuer.token({ nonce: oidcNonceOf(targetPublicKey), ...claims })
      return company.about(alice).does('OAUTH', { oidcToken, targetPublicKey })
    }
    const { credentialBundle } = await signIn()
    const session = alice.withKey(await browser.openCredential(credentialBundle))
    expect(await session.reads('whoami'), 'her identity signs her in').toMatchObject({ userId: alice.userId })

    const now = Math.floor(world.host.now() / 1000)
    const useless = [
      { nonce: oidcNonceOf(world.device().targetPublicKey) },
      { sub: 'mallory' },
      { exp: now - 60 },
    ]
    for (const claims of useless) await world.refuses('OIDC_TOKEN_INVALID', () => signIn(claims))
  },
)
