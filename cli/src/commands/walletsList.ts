/** `keywright wallets list` */
import { calls, type ResponseOf } from '@keywright/contract'
import type { Context, Outcome } from '../command.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { oneLine, toColumns } from '../output/table.ts'

type Account = ResponseOf<'list_wallet_accounts'>['accounts'][number]

export async function run(context: Context): Promise<Outcome> {
  const { host, input, style } = context
  const client = createClient(host, await resolveConnection(context))
  const { wallets } = await client.query<ResponseOf<'list_wallets'>>(calls.list_wallets)
  if (wallets.length === 0) {
    return {
      text: style.dim('no wallets yet; create one with keywright wallets create NAME'),
      json: { wallets },
    }
  }
  if (!input.isOn('accounts')) {
    return {
      text: toColumns(wallets.map(({ walletId, walletName }) => [walletId, walletName])),
      json: { wallets },
    }
  }
  const withAccounts = []
  for (const wallet of wallets) withAccounts.push({ ...wallet, accounts: await accountsOf(wallet.walletId) })
  const text = withAccounts
    .map(({ walletId, walletName, accounts }) => {
      const rows = accounts.map(({ addressFormat, path, address }) => [
        shortFormat(addressFormat),
        path,
        address,
      ])
      return [`${style.bold(oneLine(walletName))}  ${walletId}`, toColumns(rows, '  ')]
        .filter((part) => part !== '')
        .join('\n')
    })
    .join('\n')
  return { text, json: { wallets: withAccounts } }

  /** Reads page by page, until a page is not full. */
  async function accountsOf(walletId: string): Promise<Account[]> {
    const all: Account[] = []
    for (;;) {
      const after = all.at(-1)?.walletAccountId
      const paginationOptions = { limit: String(PAGE), ...(after === undefined ? {} : { after }) }
      const page = await client.query<ResponseOf<'list_wallet_accounts'>>(calls.list_wallet_accounts, {
        walletId,
        paginationOptions,
      })
      all.push(...page.accounts)
      if (page.accounts.length < PAGE) return all
    }
  }
}

/** Maximum page size of the API. */
const PAGE = 100

const shortFormat = (format: string) => format.replace('ADDRESS_FORMAT_', '').toLowerCase()
