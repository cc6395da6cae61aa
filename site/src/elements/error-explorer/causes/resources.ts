/** What a request names: missing, taken, or changed meanwhile. */
import type { Cause } from '../prober.ts'
import { emailAuth } from './codes.ts'
import { addUser, newSub } from './people.ts'
import { ACCOUNT, NOBODY, policy, WALLET, wallet } from './requests.ts'

export const resourceCauses = {
  RESOURCE_NOT_FOUND: (prober) => prober.query('get_wallet', { walletId: NOBODY }),
  ACTIVITY_NOT_FOUND: (prober) => prober.query('get_activity', { activityId: NOBODY }),
  WALLET_ACCOUNT_NOT_FOUND: async (prober) =>
    prober.query('get_wallet_account', { walletId: await prober.walletId(), address: `0x${'0'.repeat(40)}` }),
  USER_NOT_FOUND: (prober) => prober.submit('UPDATE_USER_NAME', { userId: NOBODY, userName: 'Dora' }),
  async CONTACT_NOT_FOUND(prober) {
    const { parent } = await newSub(prober)
    return emailAuth(parent, { email: 'nobody@example.com' })
  },
  NAME_TAKEN: wallet({ walletName: 'Treasury' }),
  POLICY_NAME_TAKEN: policy({ policyName: 'Payments sign together' }),
  DUPLICATE_ENTRY: (prober) => prober.submit('DELETE_WALLETS', { walletIds: [NOBODY, NOBODY] }),
  PATH_TAKEN: wallet({ accounts: [ACCOUNT, ACCOUNT] }),
  async DELETE_UNEXPORTED(prober) {
    const { root } = await prober.fresh()
    const { walletId } = await root.run('CREATE_WALLET', WALLET)
    return root.submit('DELETE_WALLETS', { walletIds: [walletId] })
  },
  WEBHOOK_URL_INVALID: (prober) =>
    prober.submit('CREATE_WEBHOOK_ENDPOINT', { name: 'Hook', url: 'ftp://hooks.example.com' }),
  FEATURE_VALUE_INVALID: (prober) =>
    prober.submit('SET_ORGANIZATION_FEATURE', {
      name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
      value: 'app.example.com',
    }),
  // Not the answer of a refused request: the failure of an activity that waited.
  async RESOURCE_CHANGED(prober) {
    const { root } = await prober.fresh()
    const { caller: alice, userId } = await addUser(root, 'Alice')
    await root.run('CREATE_POLICY_V3', {
      policyName: 'Wallets take two',
      effect: 'EFFECT_ALLOW',
      condition: "activity.resource == 'WALLET'",
      consensus: `approvers.any(user, user.id == '${userId}') && approvers.count() >= 2`,
      notes: '',
    })
    const { answer } = await alice.submit('CREATE_WALLET', WALLET)
    await root.run('DELETE_USERS', { userIds: [userId] })
    return root.submit('APPROVE_ACTIVITY', { fingerprint: JSON.parse(answer).activity.fingerprint })
  },
} as const satisfies Readonly<Record<string, Cause>>
