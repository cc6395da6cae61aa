import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const acrossOrganizations = story('users can’t reach into another organization', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const { rival } = await world.organization({ rootUsers: ['rival'] })
  const wallet = { walletName: 'first', accounts: [ETHEREUM] }
  const alice = await company.opensSubOrganization({ rootUser: 'alice', with: { wallet } })
  const bob = await company.opensSubOrganization({ rootUser: 'bob', with: { wallet } })
  const [address] = alice.addresses as [string]

  for (const target of [company, alice]) {
    await world.refuses('API_KEY_NOT_FOUND', () => rival.about(target).reads('list_wallets'))
    await world.refuses('API_KEY_NOT_FOUND', () => rival.about(target).signs(address, 'mine'))
  }
  // Users of a sub-organization have no access to sibling or parent organizations.
  await world.refuses('PASSKEY_ASSERTION_INVALID', () => bob.about(alice).reads('list_wallets'))
  await world.refuses('PASSKEY_ASSERTION_INVALID', () => bob.about(company).reads('list_users'))
  await world.refuses('SIGNER_NOT_FOUND', () => bob.signs(address, 'mine'))
  const { wallets } = await alice.reads('list_wallets')
  await world.refuses('RESOURCE_NOT_FOUND', () => bob.reads('get_wallet', { walletId: wallets[0]!.walletId }))
  await world.refuses('ORGANIZATION_NOT_FOUND', () =>
    alice.about({ organizationId: crypto.randomUUID() }).reads('whoami'),
  )

  // The fingerprint of an activity is valid only in its organization.
  const asked = await alice.asks('CREATE_WALLET', { walletName: 'second', accounts: [] })
  await world.refuses('ACTIVITY_NOT_FOUND', () => bob.approves(asked))
  await world.refuses('PARENT_ORGANIZATION_ONLY', () => alice.opensSubOrganization({ rootUser: 'nested' }))
  expect((await rival.reads('list_suborgs')).organizationIds, 'the rival has no sub-organization').toEqual([])
})
