import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const allOrNothing = story('a batch is executed completely or not at all', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const newUser = (userName: string) => ({
    userName,
    apiKeys: [{ apiKeyName: 'key', publicKey: world.apiKey().publicKey }],
    authenticators: [],
    userTags: [],
  })
  await owner.addsUser('ann')
  await world.refuses('NAME_TAKEN', () =>
    owner.does('CREATE_USERS_V2', { users: [newUser('ben'), newUser('ann')] }),
  )
  await owner.does('CREATE_USERS_V2', { users: [newUser('ben'), newUser('carl')] })

  await world.refuses('POLICY_EXPRESSION_INVALID', () =>
    owner.does('CREATE_POLICIES', {
      policies: ["activity.action == 'SIGN'", "activity.type = 'X'"].map((condition, n) => ({
        policyName: `policy ${n}`,
        effect: 'EFFECT_ALLOW' as const,
        condition,
        notes: '',
      })),
    }),
  )
  expect((await owner.reads('list_policies')).policies, 'no policy was stored').toEqual([])

  const { walletId } = await owner.createsWallet('savings', ETHEREUM)
  const next = { ...ETHEREUM, path: "m/44'/60'/0'/0/1" }
  await world.refuses('PATH_TAKEN', () =>
    owner.does('CREATE_WALLET_ACCOUNTS', { walletId, accounts: [next, ETHEREUM] }),
  )
  await owner.does('CREATE_WALLET_ACCOUNTS', { walletId, accounts: [next] })
  expect((await owner.reads('list_wallet_accounts', { walletId })).accounts.length, 'two accounts').toEqual(2)
})
