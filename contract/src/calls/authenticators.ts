/** Registered WebAuthn credentials. */
import { list, query, submit, version } from '../define.ts'
import { Authenticator, AuthenticatorParams, AuthenticatorParamsV2 } from '../entities/authenticators.ts'
import { id } from '../scalars.ts'

export const authenticatorCalls = {
  get_authenticator: query({ authenticatorId: id }, { authenticator: Authenticator }),
  get_authenticators: query({ userId: id }, { authenticators: list(Authenticator) }),
  create_authenticators: submit('CREDENTIAL', 'CREATE', {
    ACTIVITY_TYPE_CREATE_AUTHENTICATORS: version(
      { authenticators: list(AuthenticatorParams), userId: id },
      { authenticatorIds: list(id) },
    ),
    ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: version(
      { authenticators: list(AuthenticatorParamsV2), userId: id },
      { authenticatorIds: list(id) },
      'createAuthenticatorsResult',
    ),
  }),
  delete_authenticators: submit('CREDENTIAL', 'DELETE', {
    ACTIVITY_TYPE_DELETE_AUTHENTICATORS: version(
      { userId: id, authenticatorIds: list(id) },
      { authenticatorIds: list(id) },
    ),
  }),
} as const
