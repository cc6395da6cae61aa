/** Organizations and sub-organizations. */
import {
  ApiError,
  type ClientSignature,
  type IntentOf,
  type PrivateKeyParams,
  type ResponseOf,
  type WalletParams,
} from '@keywright/contract'
import { SUB_ORGANIZATION_FEATURES } from '../authorize/features.ts'
import { privateKeyFacts } from '../authorize/objectFacts.ts'
import { mapResting } from '../budget.ts'
import type { CheckContext, Context, PrepareContext } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import { enterSubOrganization } from '../identity/directory.ts'
import { wayOf } from './auth/sendCode.ts'
import {
  assertClientSignature,
  invalidToken,
  readVerificationToken,
  spendVerificationToken,
  type Verification,
} from './auth/verificationTokens.ts'
import { findAll } from './find.ts'
import { identityOf, verifyOidcToken } from './oauthProviders/readIdentity.ts'
import { findSubOrganizations } from './organizations/findSubOrganizations.ts'
import { draftOrganization, inNewOrganization, saveOrganization } from './organizations/newOrganization.ts'
import {
  assertRemovable,
  changesByRemoving,
  findKeys,
  removeOrganization,
} from './organizations/removeOrganization.ts'
import { assertNewPrivateKeys, newPrivateKey } from './privateKeys/newPrivateKey.ts'
import { type NewUser, readUserIdentities } from './users/newUser.ts'
import { assertNewWallet, newWallet } from './wallets/newWallet.ts'
import { wholeWalletFacts } from './wallets/wholeWallet.ts'

type Version1 = IntentOf<'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION'>

export interface CreateSubOrganization {
  readonly subOrganizationName: string
  readonly rootUsers: readonly NewUser[]
  readonly rootQuorumThreshold: number
  readonly wallet?: WalletParams
  readonly privateKeys?: readonly PrivateKeyParams[]
  readonly disableEmailRecovery?: boolean
  readonly disableEmailAuth?: boolean
  readonly disableSmsAuth?: boolean
  readonly disableOtpEmailAuth?: boolean
  readonly verificationToken?: string
  readonly clientSignature?: ClientSignature
}

const create_sub_organization = submit({
  normalize: (posted: object, type): CreateSubOrganization =>
    type === 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION'
      ? fromVersion1(posted as Version1)
      : (posted as CreateSubOrganization),

  prepare(context, { rootUsers }) {
    assertParent(context.organization, 'create_sub_organization')
    return readUserIdentities(context, rootUsers, 'rootUsers')
  },

  async check(context, intent, identities) {
    const { users, verification } = await withVerification(context, intent)
    const draft = await draftOrganization(context, {
      organizationName: intent.subOrganizationName,
      rootUsers: users,
      identities,
      rootQuorumThreshold: intent.rootQuorumThreshold,
      features: birthFeatures(intent),
      parentId: context.organization.organizationId,
    })
    const child = inNewOrganization(context, draft.organization)
    if (intent.wallet) await assertNewWallet(child, intent.wallet)
    await assertNewPrivateKeys(child, intent.privateKeys ?? [])
    return { found: { draft, verification } }
  },

  async execute(context, { intent, found: { draft, verification } }) {
    if (verification) await spendVerificationToken(context, verification)
    const child = await saveOrganization(context, draft)
    enterSubOrganization(context.rows, undefined, child.organization)
    const wallet = intent.wallet && (await newWallet(child, intent.wallet))
    const privateKeys = await mapResting(context.budget, intent.privateKeys ?? [], 'derivations', (params) =>
      newPrivateKey(child, params),
    )
    return {
      subOrganizationId: child.organization.organizationId,
      ...(wallet && { wallet: { walletId: wallet.wallet.walletId, addresses: wallet.addresses } }),
      ...(intent.privateKeys && {
        privateKeys: privateKeys.map(({ privateKeyId, addresses }) => ({ privateKeyId, addresses })),
      }),
      rootUserIds: draft.rootUsers.map((user) => user.userId),
    }
  },
})

/** Version 1 has one root user with only a passkey. */
function fromVersion1({ name, rootAuthenticator }: Version1): CreateSubOrganization {
  const rootUser = { userName: 'Root user', authenticators: [rootAuthenticator] }
  return { subOrganizationName: name, rootUsers: [rootUser], rootQuorumThreshold: 1 }
}

/**
 * The root users; a contact proven by the verification token counts as verified.
 * @throws ApiError 400 if the token doesn't work, proves a contact that no root user has, or is bound to a key that
 *   didn't sign
 */
async function withVerification(
  context: CheckContext,
  { rootUsers, verificationToken, clientSignature }: CreateSubOrganization,
): Promise<{ users: readonly NewUser[]; verification: Verification | undefined }> {
  if (verificationToken === undefined) return { users: rootUsers, verification: undefined }
  const verification = await readVerificationToken(context, verificationToken)
  const { contact, otpType, publicKey, tokenId } = verification
  if (clientSignature) {
    await assertClientSignature(clientSignature, publicKey ?? clientSignature.publicKey, [tokenId, contact])
  } else if (publicKey !== undefined) throw invalidToken()
  const { member } = wayOf(otpType)
  const owner = rootUsers.findIndex((user) => user[member] === contact)
  if (owner < 0) throw invalidToken()
  const users = rootUsers.map((user, n) => (n === owner ? { ...user, verifiedContacts: [contact] } : user))
  return { users, verification }
}

function birthFeatures(intent: CreateSubOrganization): Record<string, string> {
  const isDisabled: Record<(typeof SUB_ORGANIZATION_FEATURES)[number], boolean | undefined> = {
    FEATURE_NAME_EMAIL_AUTH: intent.disableEmailAuth,
    FEATURE_NAME_EMAIL_RECOVERY: intent.disableEmailRecovery,
    FEATURE_NAME_OTP_EMAIL_AUTH: intent.disableOtpEmailAuth,
    FEATURE_NAME_SMS_AUTH: intent.disableSmsAuth,
  }
  const on = SUB_ORGANIZATION_FEATURES.filter((name) => !isDisabled[name])
  return Object.fromEntries(on.map((name) => [name, '']))
}

const delete_sub_organization = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION'>) => posted,

  async check(context, { deleteWithoutExport = false }) {
    const { parentId, organizationId } = context.organization
    if (!parentId) {
      throw new ApiError('SUB_ORGANIZATION_ONLY', { call: 'delete_sub_organization', organizationId })
    }
    const [keys, changes] = await Promise.all([findKeys(context), changesByRemoving(context)])
    assertRemovable(keys, deleteWithoutExport)
    const wallets = await Promise.all(keys.wallets.map((wallet) => wholeWalletFacts(context, wallet)))
    return {
      found: undefined,
      changes,
      // The call alone, and each key that is deleted with it.
      facts: [
        {},
        ...wallets.flat(),
        ...keys.privateKeys.map((key) => ({ private_key: privateKeyFacts(key) })),
      ],
    }
  },

  async execute(context) {
    await removeOrganization(context)
    return { subOrganizationUuid: context.organization.organizationId }
  },
})

const update_organization_name = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME'>) => posted,

  check: () => ({ found: undefined }),

  async execute(context, { intent: { organizationName } }) {
    const before = context.organization
    const after = { ...before, organizationName, updatedAt: context.now }
    context.rows.put('organization', 'organization', after)
    if (before.parentId) enterSubOrganization(await context.open(before.parentId), before, after)
    return { organizationId: before.organizationId, organizationName }
  },
})

const update_root_quorum = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'>) => posted,

  async check(context, { threshold, userIds: given }) {
    const userIds = [...new Set(given)]
    if (userIds.length === 0) throw new ApiError('QUORUM_EMPTY')
    await findAll(context, userIds, async (userId) => {
      if (!(await context.rows.get('users', userId))) throw new ApiError('QUORUM_USER_NOT_FOUND', { userId })
    })
    if (threshold > userIds.length) {
      throw new ApiError('THRESHOLD_TOO_HIGH', { threshold, users: userIds.length })
    }
    return { found: { threshold, userIds } }
  },

  async execute({ rows, organization, now }, { found: quorum }) {
    rows.put('organization', 'organization', { ...organization, quorum, updatedAt: now })
    return {}
  },
})

const get_organization_configs: Query<'get_organization_configs'> = async ({ organization }) => ({
  configs: {
    features: presentFeatures(organization.features),
    quorum: { threshold: organization.quorum.threshold, userIds: [...organization.quorum.userIds] },
  },
})

/** Features as the API returns them. */
export function presentFeatures(features: Readonly<Record<string, string>>) {
  return Object.entries(features).map(([name, value]) => ({ name, value })) as NonNullable<
    ResponseOf<'get_organization_configs'>['configs']['features']
  >
}

const list_suborgs: Query<'list_suborgs'> = async (
  context,
  { filterType, filterValue, paginationOptions },
) => ({
  organizationIds: await findSubOrganizations(context, {
    filterType,
    filterValue: filterType === 'OIDC_TOKEN' ? await oidcFilter(context, filterValue) : filterValue,
    paginationOptions,
  }),
})

async function oidcFilter(context: PrepareContext, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined
  const { issuer, audience, subject } = identityOf(await verifyOidcToken(context, token))
  return JSON.stringify([issuer, audience, subject])
}

/** Only contacts that a verification token has proven match. */
const list_verified_suborgs: Query<'list_verified_suborgs'> = async (
  context,
  { filterType, filterValue, paginationOptions },
) => ({
  organizationIds: await findSubOrganizations(context, {
    ...(filterType === undefined
      ? { filterType: 'VERIFIED', filterValue: '' }
      : { filterType: `VERIFIED_${filterType}`, filterValue }),
    paginationOptions,
  }),
})

function assertParent({ parentId, organizationId }: Context['organization'], call: string): void {
  if (parentId) throw new ApiError('PARENT_ORGANIZATION_ONLY', { call, organizationId })
}

export const submits = {
  create_sub_organization,
  delete_sub_organization,
  update_organization_name,
  update_root_quorum,
}
export const queries = { get_organization_configs, list_suborgs, list_verified_suborgs }
