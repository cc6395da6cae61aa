/** Registered WebAuthn credentials. */
import { list, query, submit, version } from '../define.ts'
import { Authenticator, AuthenticatorParams, AuthenticatorParamsV2 } from '../entities/authenticators.ts'
import { ids } from '../ids.ts'

export const authenticatorCalls = {
  get_authenticator: query({ authenticatorId: ids.authenticator }, { authenticator: Authenticator }),
  get_authenticators: query({ userId: ids.user }, { authenticators: list(Authenticator) }),
  create_authenticators: submit('CREDENTIAL', 'CREATE', {
    ACTIVITY_TYPE_CREATE_AUTHENTICATORS: version(
      { authenticators: list(AuthenticatorParams), userId: ids.user },
      { authenticatorIds: list(ids.authenticator) },
    ),
    ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: version(
      { authenticators: list(AuthenticatorParamsV2), userId: ids.user },
      { authenticatorIds: list(ids.authenticator) },
      'createAuthenticatorsResult',
    ),
  }),
  delete_authenticators: submit('CREDENTIAL', 'DELETE', {
    ACTIVITY_TYPE_DELETE_AUTHENTICATORS: version(
      { userId: ids.user, authenticatorIds: list(ids.authenticator) },
      { authenticatorIds: list(ids.authenticator) },
    ),
  }),
} as const
