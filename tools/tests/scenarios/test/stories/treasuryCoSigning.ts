import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'
import { ethereumCall, ethereumSender } from '../transactions.ts'

const VENDOR = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

export const treasuryCoSigning = story(
  'finance and security sign for the treasury together',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const [fay, sam, ian] = [
      await owner.addsUser('fay of finance'),
      await owner.addsUser('sam of security'),
      await owner.addsUser('ian the intern'),
    ]
    const finance = await owner.tags('finance', fay)
    const security = await owner.tags('security', sam)
    const { walletId, addresses } = await owner.createsWallet('treasury', ETHEREUM)
    const [treasury] = addresses as [string]
    await owner.allows(
      `approvers.any(a, a.tags.contains('${finance}')) && approvers.any(a, a.tags.contains('${security}'))`,
      `wallet.id == '${walletId}' && activity.action == 'SIGN'`,
    )
    const pay = (wei: bigint) => ({ signWith: treasury, ...ethereumCall({ to: VENDOR, value: wei }) })

    const asked = await fay.asks('SIGN_TRANSACTION_V2', pay(1_000n))
    expect(asked, 'finance alone is not enough').toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
    expect(await ian.approves(asked), 'the intern’s vote does not count').toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    })
    const done = await sam.approves(asked)
    expect(done, 'security completes it').toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    const { signTransactionResult } = done.result as { signTransactionResult: { signedTransaction: string } }
    expect(ethereumSender(signTransactionResult.signedTransaction), 'the treasury paid').toEqual(treasury)

    const dubious = await fay.asks('SIGN_TRANSACTION_V2', pay(999_999n))
    expect(await sam.rejects(dubious), 'security rejects').toMatchObject({
      status: 'ACTIVITY_STATUS_REJECTED',
      result: {},
    })
    expect(await sam.approves(dubious), 'a rejection is final').toMatchObject({
      status: 'ACTIVITY_STATUS_REJECTED',
    })

    // The intern's request waits for users who can approve it.
    const hopeful = await ian.asks('SIGN_TRANSACTION_V2', pay(1n))
    expect(hopeful, 'others may still approve it').toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    })
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => ian.createsWallet('own'))
  },
)
