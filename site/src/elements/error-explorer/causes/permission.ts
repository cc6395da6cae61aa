/** Who may do what. */
import type { Cause } from '../prober.ts'
import { emailAuth } from './codes.ts'
import { addUser, EMAIL, newPasskey, newSub } from './people.ts'
import { NOBODY, policy, quorum, WALLET } from './requests.ts'

export const permissionCauses = {
  NOT_PERMITTED_BY_POLICY: (prober) => prober.asAlice('CREATE_WALLET', WALLET),
  async DENIED_BY_POLICY(prober) {
    const { root } = await prober.fresh()
    const { caller, userId } = await addUser(root, 'Dora')
    await root.run('CREATE_POLICY_V3', {
      policyName: 'Dora makes no wallets',
      effect: 'EFFECT_DENY',
      condition: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
      consensus: `approvers.any(user, user.id == '${userId}')`,
      notes: '',
    })
    return caller.submit('CREATE_WALLET', WALLET)
  },
  ROOT_QUORUM_ONLY: (prober) => prober.asAlice('UPDATE_ORGANIZATION_NAME', { organizationName: 'Mine' }),
  async FEATURE_DISABLED(prober) {
    const { owner } = await newSub(prober)
    await owner.run('REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH' })
    return emailAuth(owner, { email: EMAIL })
  },
  IMPORT_FOR_OTHER_USER: async (prober) =>
    prober.submit('INIT_IMPORT_WALLET', { userId: await prober.aliceId() }),
  RECOVERY_CREDENTIAL_REQUIRED: (prober) =>
    prober.submit('RECOVER_USER', {
      userId: prober.rootUserId,
      authenticator: newPasskey().register('Passkey'),
    }),
  async PARENT_ORGANIZATION_ONLY(prober) {
    const { owner } = await newSub(prober)
    return owner.submit('CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'One below',
      rootUsers: [],
      rootQuorumThreshold: 1,
    })
  },
  SUB_ORGANIZATION_ONLY: (prober) => prober.submit('DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true }),
  POLICY_EXPRESSION_INVALID: policy({ condition: "activity.action = 'SIGN'" }),
  THRESHOLD_TOO_LOW: quorum({ threshold: 0 }),
  THRESHOLD_TOO_HIGH: quorum({ threshold: 3 }),
  QUORUM_EMPTY: quorum({ userIds: [] }),
  QUORUM_USER_NOT_FOUND: quorum({ userIds: [NOBODY] }),
  QUORUM_MEMBER_DELETION: (prober) => prober.submit('DELETE_USERS', { userIds: [prober.rootUserId] }),
} as const satisfies Readonly<Record<string, Cause>>
