import { assert } from 'vitest'
import { BITCOIN_TESTNET } from '../accounts.ts'
import { story } from '../story.ts'
import { bitcoinSpending, isBitcoinSpendable } from '../transactions.ts'

export const bitcoinConsolidation = story(
  'a service consolidates bitcoin for a limited fee',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const keeper = await owner.addsUser('keeper')
    const { walletId } = await owner.createsWallet('vault', BITCOIN_TESTNET, {
      ...BITCOIN_TESTNET,
      path: "m/84'/1'/0'/0/1",
    })
    const { accounts } = await owner.reads('list_wallet_accounts', { walletId })
    const [home, away] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]
    await owner.allows(
      keeper,
      `bitcoin.tx.outputs.all(o, o.address == '${home.address}') && bitcoin.tx.fee <= 300`,
    )
    const move = (to: string, satoshis: bigint) =>
      keeper.signsTransaction(home.address, bitcoinSpending({ publicKey: home.publicKey!, to, satoshis }))

    assert(isBitcoinSpendable(await move(home.address, 9_700n)), 'the signed transaction can be finalized')
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => move(home.address, 9_699n))
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => move(away.address, 9_900n))
    await world.refuses('TRANSACTION_SIGNER_MISMATCH', () =>
      owner.signsTransaction(
        away.address,
        bitcoinSpending({ publicKey: home.publicKey!, to: home.address, satoshis: 9_700n }),
      ),
    )
    await world.refuses('TRANSACTION_MALFORMED', () =>
      owner.signsTransaction(home.address, {
        type: 'TRANSACTION_TYPE_BITCOIN',
        unsignedTransaction: '70736274',
      }),
    )
  },
)
