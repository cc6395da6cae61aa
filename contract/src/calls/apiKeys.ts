/** Key pairs that stamp requests. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { ApiKey, ApiKeyParams, ApiKeyParamsV2, ReadOnlySession } from '../entities/apiKeys.ts'
import { id } from '../scalars.ts'

export const apiKeyCalls = {
  get_api_key: query({ apiKeyId: id }, { apiKey: ApiKey }),
  get_api_keys: query(
    { userId: optional(id) },
    { apiKeys: list(ApiKey), readOnlySessions: later(optional(list(ReadOnlySession))) },
  ),
  create_api_keys: submit('CREDENTIAL', 'CREATE', {
    ACTIVITY_TYPE_CREATE_API_KEYS: version(
      { apiKeys: list(ApiKeyParams), userId: id },
      { apiKeyIds: list(id) },
    ),
    ACTIVITY_TYPE_CREATE_API_KEYS_V2: version(
      { apiKeys: list(ApiKeyParamsV2), userId: id },
      { apiKeyIds: list(id) },
      'createApiKeysResult',
    ),
  }),
  delete_api_keys: submit('CREDENTIAL', 'DELETE', {
    ACTIVITY_TYPE_DELETE_API_KEYS: version({ userId: id, apiKeyIds: list(id) }, { apiKeyIds: list(id) }),
  }),
} as const
