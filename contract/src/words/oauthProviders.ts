/** What the calls about OAuth providers do. */
import type { CallWords } from './callWords.ts'

export const oauthProviderWords = {
  get_oauth_providers: {
    summary: 'Lists the OAuth providers of a user, or of all users.',
    description:
      'An OAuth provider is an identity at an OpenID Connect issuer: issuer, audience and subject.',
    fields: {
      userId: 'Id of the user, a UUID. Left out: all users.',
      oauthProviders: 'The OAuth providers.',
    },
    errors: ['USER_NOT_FOUND'],
  },
  create_oauth_providers: {
    summary: 'Registers identities at OpenID Connect issuers for a user, all or none.',
    description:
      'The token is checked as by `oauth`, without the nonce rule. Version 2 also takes the bare claims. At most 10 of a user.',
    fields: { oauthProviders: 'The identities to register.' },
    errors: [
      'USER_NOT_FOUND',
      'OIDC_TOKEN_INVALID',
      'CREDENTIAL_TAKEN',
      'ISSUER_UNREACHABLE',
      'CREDENTIAL_LIMIT_REACHED',
    ],
  },
  delete_oauth_providers: {
    summary: 'Takes identities away from a user, all or none.',
    description: 'The user must keep a way in.',
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'LAST_CREDENTIAL'],
  },
} as const satisfies Record<string, CallWords>
