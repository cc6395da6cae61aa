import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const deleteGates = story(
  'a key can’t be deleted before its export, unless the caller confirms it',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({ rootUser: 'alice' })
    const { targetPublicKey } = world.device()
    const { walletId: kept } = await alice.createsWallet('kept', ETHEREUM)
    const { walletId: gone } = await alice.createsWallet('gone', ETHEREUM)

    await alice.does('EXPORT_WALLET', { walletId: gone, targetPublicKey })
    // All or none: the exported wallet is not deleted together with one that was not exported.
    await world.refuses('DELETE_UNEXPORTED', () => alice.does('DELETE_WALLETS', { walletIds: [kept, gone] }))
    await alice.does('DELETE_WALLETS', { walletIds: [gone] })
    await world.refuses('RESOURCE_NOT_FOUND', () => alice.reads('get_wallet', { walletId: gone }))

    await world.refuses('DELETE_UNEXPORTED', () => alice.does('DELETE_SUB_ORGANIZATION', {}))
    await world.refuses('ORGANIZATION_MISMATCH', () =>
      company.about(alice).does('DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true }),
    )
    await world.refuses('SUB_ORGANIZATION_ONLY', () => company.does('DELETE_SUB_ORGANIZATION', {}))
    await alice.does('DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
    await world.refuses('ORGANIZATION_NOT_FOUND', () => alice.reads('whoami'))
    expect(
      (await company.reads('list_suborgs')).organizationIds,
      'the company has no sub-organization',
    ).toEqual([])
  },
)
