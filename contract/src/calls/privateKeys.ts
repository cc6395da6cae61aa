/** Private keys: single keys without a seed. */
import { list, optional, query, submit, version } from '../define.ts'
import { Address, PrivateKey, PrivateKeyParams, PrivateKeyResult } from '../entities/privateKeys.ts'
import { AddressFormat, Curve } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { flag, hex, name, text } from '../scalars.ts'

export const privateKeyCalls = {
  get_private_key: query({ privateKeyId: ids.privateKey }, { privateKey: PrivateKey }),
  list_private_keys: query({}, { privateKeys: list(PrivateKey) }),
  create_private_keys: submit('PRIVATE_KEY', 'CREATE', {
    ACTIVITY_TYPE_CREATE_PRIVATE_KEYS: version(
      { privateKeys: list(PrivateKeyParams) },
      { privateKeyIds: list(ids.privateKey) },
    ),
    ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2: version(
      { privateKeys: list(PrivateKeyParams) },
      { privateKeys: list(PrivateKeyResult) },
    ),
  }),
  delete_private_keys: submit('PRIVATE_KEY', 'DELETE', {
    ACTIVITY_TYPE_DELETE_PRIVATE_KEYS: version(
      { privateKeyIds: list(ids.privateKey), deleteWithoutExport: optional(flag) },
      { privateKeyIds: list(ids.privateKey) },
    ),
  }),
  init_import_private_key: submit('PRIVATE_KEY', 'IMPORT', {
    ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY: version({ userId: ids.user }, { importBundle: text }),
  }),
  import_private_key: submit('PRIVATE_KEY', 'IMPORT', {
    ACTIVITY_TYPE_IMPORT_PRIVATE_KEY: version(
      {
        userId: ids.user,
        privateKeyName: name,
        encryptedBundle: text,
        curve: Curve,
        addressFormats: list(AddressFormat),
      },
      { privateKeyId: ids.privateKey, addresses: list(Address) },
    ),
  }),
  export_private_key: submit('PRIVATE_KEY', 'EXPORT', {
    ACTIVITY_TYPE_EXPORT_PRIVATE_KEY: version(
      { privateKeyId: ids.privateKey, targetPublicKey: hex },
      { privateKeyId: ids.privateKey, exportBundle: text },
    ),
  }),
} as const
