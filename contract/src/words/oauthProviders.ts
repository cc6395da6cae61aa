/** What the calls about OAuth providers do. */
import type { CallWords } from './callWords.ts'

export const oauthProviderWords = {
  get_oauth_providers: {
    summary: 'Lists the OAuth providers of a user or of all users.',
    description:
      'An OAuth provider is an identity at an OpenID Connect issuer, identified by issuer, audience and subject.',
    fields: {
      userId: 'Id of the user, a UUID. If omitted, all users.',
      oauthProviders: 'The OAuth providers.',
    },
    errors: ['USER_NOT_FOUND'],
  },
  create_oauth_providers: {
    summary: 'Registers identities at OpenID Connect issuers for a user.',
    description:
      'Tokens are checked as in `oauth`, except for the nonce. Version 2 also accepts claims without a token. A user can have at most 10. All are registered or none.',
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
    summary: 'Removes identities at OpenID Connect issuers from a user.',
    description:
      'The user must keep a long-lived credential or, in a sub-organization, another way to sign in or recover. All are removed or none.',
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'LAST_CREDENTIAL'],
  },
} as const satisfies Record<string, CallWords>
