/** Organizations and sub-organizations. */
import { later, list, optional, query, type Shape, submit, version } from '../define.ts'
import { ClientSignature } from '../entities/apiKeys.ts'
import { AuthenticatorParamsV2 } from '../entities/authenticators.ts'
import { Pagination } from '../entities/common.ts'
import { Config } from '../entities/organizations.ts'
import { PrivateKeyParams, PrivateKeyResult } from '../entities/privateKeys.ts'
import {
  RootUserParams,
  RootUserParamsV2,
  RootUserParamsV3,
  RootUserParamsV4,
  RootUserParamsV5,
} from '../entities/users.ts'
import { WalletParams, WalletResult } from '../entities/wallets.ts'
import { SubOrganizationFilter, VerifiedSubOrganizationFilter } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { flag, id, name, secret, text, threshold } from '../scalars.ts'

const withRootUsers = <const U extends Shape[string]>(user: U) => ({
  subOrganizationName: name,
  rootUsers: list(user),
  rootQuorumThreshold: threshold,
})

const wallet = optional(WalletParams)
const emailSwitches = { disableEmailRecovery: optional(flag), disableEmailAuth: optional(flag) }
const switches = { ...emailSwitches, disableSmsAuth: optional(flag), disableOtpEmailAuth: optional(flag) }
const created = { subOrganizationId: id, wallet: optional(WalletResult), rootUserIds: optional(list(id)) }

export const organizationCalls = {
  whoami: query({}, { organizationId: id, organizationName: name, userId: ids.user, username: text }),
  get_organization_configs: query({}, { configs: Config }),
  list_suborgs: query(
    {
      filterType: optional(SubOrganizationFilter),
      filterValue: optional(text),
      paginationOptions: optional(Pagination),
    },
    { organizationIds: list(id) },
  ),
  list_verified_suborgs: later(
    query(
      {
        filterType: optional(VerifiedSubOrganizationFilter),
        filterValue: optional(text),
        paginationOptions: optional(Pagination),
      },
      { organizationIds: list(id) },
    ),
  ),
  create_sub_organization: submit('ORGANIZATION', 'CREATE', {
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION: version(
      { name, rootAuthenticator: AuthenticatorParamsV2 },
      { subOrganizationId: id, rootUserIds: optional(list(id)) },
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2: version(
      withRootUsers(RootUserParams),
      { subOrganizationId: id, rootUserIds: optional(list(id)) },
      'createSubOrganizationResult',
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3: version(
      { ...withRootUsers(RootUserParams), privateKeys: list(PrivateKeyParams) },
      { subOrganizationId: id, privateKeys: list(PrivateKeyResult), rootUserIds: optional(list(id)) },
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4: version(
      { ...withRootUsers(RootUserParams), wallet, ...emailSwitches },
      created,
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5: version(
      { ...withRootUsers(RootUserParamsV2), wallet, ...emailSwitches },
      created,
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6: version(
      { ...withRootUsers(RootUserParamsV3), wallet, ...emailSwitches },
      created,
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: version(
      {
        ...withRootUsers(RootUserParamsV4),
        wallet,
        ...switches,
        verificationToken: later(optional(secret)),
        clientSignature: later(optional(ClientSignature)),
      },
      created,
    ),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8: later(
      version(
        {
          ...withRootUsers(RootUserParamsV5),
          wallet,
          ...switches,
          verificationToken: optional(secret),
          clientSignature: optional(ClientSignature),
        },
        created,
      ),
    ),
  }),
  delete_sub_organization: submit('ORGANIZATION', 'DELETE', {
    ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: version(
      { deleteWithoutExport: optional(flag) },
      { subOrganizationUuid: id },
    ),
  }),
  update_organization_name: later(
    submit(
      'ORGANIZATION',
      'UPDATE',
      {
        ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME: version(
          { organizationName: name },
          { organizationId: id, organizationName: name },
        ),
      },
      'root',
    ),
  ),
  update_root_quorum: submit(
    'ORGANIZATION',
    'UPDATE',
    { ACTIVITY_TYPE_UPDATE_ROOT_QUORUM: version({ threshold, userIds: list(ids.user) }, {}) },
    'root',
  ),
} as const
