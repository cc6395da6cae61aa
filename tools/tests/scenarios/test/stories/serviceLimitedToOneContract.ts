import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'
import { ethereumCall, ethereumSender } from '../transactions.ts'

const PAYROLL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ELSEWHERE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

export const serviceLimitedToOneContract = story(
  'a service can sign only for one contract',
  async (world) => {
    const { alice } = await world.organization({ rootUsers: ['alice'] })
    const service = await alice.addsUser('payroll service')
    const { walletId, addresses } = await alice.createsWallet('payroll', ETHEREUM)
    const [address] = addresses as [string]
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      service.signsTransaction(address, ethereumCall({ to: PAYROLL })),
    )

    await alice.allows(
      service,
      `wallet.id == '${walletId}' && eth.tx.to == '${PAYROLL}' && eth.tx.chain_id == 1`,
    )
    const signed = await service.signsTransaction(address, ethereumCall({ to: PAYROLL, data: '0xa9059cbb' }))
    expect(ethereumSender(signed), 'the payroll wallet signed').toEqual(address)

    const refused = [ethereumCall({ to: ELSEWHERE }), ethereumCall({ to: PAYROLL, chainId: 137 })]
    for (const transaction of refused) {
      await world.refuses('NOT_PERMITTED_BY_POLICY', () => service.signsTransaction(address, transaction))
    }
    // A raw payload can contain any transaction, so a grant on `eth.tx` does not apply.
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => service.signs(address, 'anything'))
    const { addresses: savings } = await alice.createsWallet('savings', ETHEREUM)
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      service.signsTransaction(savings[0]!, ethereumCall({ to: PAYROLL })),
    )
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => service.allows(service))
  },
)
