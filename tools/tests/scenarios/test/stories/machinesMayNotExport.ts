import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const machinesMayNotExport = story('machines can sign but not export keys', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const machine = await owner.addsUser('market maker')
  const ops = await owner.addsUser('ops')
  const machines = await owner.tags('machines', machine)
  const { walletId, addresses } = await owner.createsWallet('hot', ETHEREUM)
  const [address] = addresses as [string]

  await owner.allows('true', `wallet.id == '${walletId}'`)
  await owner.denies(`approvers.any(a, a.tags.contains('${machines}'))`, "activity.action == 'EXPORT'")
  await machine.signs(address, 'an order')

  const { targetPublicKey } = world.device()
  await world.refuses('DENIED_BY_POLICY', () => machine.does('EXPORT_WALLET', { walletId, targetPublicKey }))
  await world.refuses('DENIED_BY_POLICY', () =>
    machine.does('EXPORT_WALLET_ACCOUNT', { address, targetPublicKey }),
  )
  await ops.does('EXPORT_WALLET', { walletId, targetPublicKey })
  // The machine can’t remove its tag either.
  await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
    machine.does('UPDATE_USER_TAG', { userTagId: machines, addUserIds: [], removeUserIds: [machine.userId] }),
  )
})
