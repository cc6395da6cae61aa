import { ETHEREUM } from '../accounts.ts'
import { assertEqual, assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'
import { ethereumCall, ethereumSender } from '../transactions.ts'

const VENDOR = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

export const treasuryCoSigning = scenario(
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
    assertMatches(asked, { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' }, 'finance alone is not enough')
    assertMatches(
      await ian.approves(asked),
      { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' },
      'the intern’s vote does not count',
    )
    const done = await sam.approves(asked)
    assertMatches(done, { status: 'ACTIVITY_STATUS_COMPLETED' }, 'security completes it')
    const { signTransactionResult } = done.result as { signTransactionResult: { signedTransaction: string } }
    assertEqual(ethereumSender(signTransactionResult.signedTransaction), treasury, 'the treasury paid')

    const dubious = await fay.asks('SIGN_TRANSACTION_V2', pay(999_999n))
    assertMatches(
      await sam.rejects(dubious),
      { status: 'ACTIVITY_STATUS_REJECTED', result: {} },
      'security rejects',
    )
    assertMatches(await sam.approves(dubious), { status: 'ACTIVITY_STATUS_REJECTED' }, 'a rejection is final')

    // The intern's request waits for users who can approve it.
    const hopeful = await ian.asks('SIGN_TRANSACTION_V2', pay(1n))
    assertMatches(hopeful, { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' }, 'others may still approve it')
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => ian.createsWallet('own'))
  },
)
