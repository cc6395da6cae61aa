/** Key pairs that stamp requests. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { ApiKey, ApiKeyParams, ApiKeyParamsV2, ReadOnlySession } from '../entities/apiKeys.ts'
import { ids } from '../ids.ts'

export const apiKeyCalls = {
  get_api_key: query({ apiKeyId: ids.apiKey }, { apiKey: ApiKey }),
  get_api_keys: query(
    { userId: optional(ids.user) },
    { apiKeys: list(ApiKey), readOnlySessions: later(optional(list(ReadOnlySession))) },
  ),
  create_api_keys: submit('CREDENTIAL', 'CREATE', {
    ACTIVITY_TYPE_CREATE_API_KEYS: version(
      { apiKeys: list(ApiKeyParams), userId: ids.user },
      { apiKeyIds: list(ids.apiKey) },
    ),
    ACTIVITY_TYPE_CREATE_API_KEYS_V2: version(
      { apiKeys: list(ApiKeyParamsV2), userId: ids.user },
      { apiKeyIds: list(ids.apiKey) },
      'createApiKeysResult',
    ),
  }),
  delete_api_keys: submit('CREDENTIAL', 'DELETE', {
    ACTIVITY_TYPE_DELETE_API_KEYS: version(
      { userId: ids.user, apiKeyIds: list(ids.apiKey) },
      { apiKeyIds: list(ids.apiKey) },
    ),
  }),
} as const
