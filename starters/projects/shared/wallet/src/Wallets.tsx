/** Accounts: balance, signatures and payments. */
import { FIRST_WALLET, useAction, useKeywright, useWallets } from '@keywright/react'
import { createAccount } from '@keywright/web3/viem'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { createPublicClient, formatUnits, getAddress, http, verifyMessage } from 'viem'
import { Form } from './Form.tsx'
import { Payment } from './Payment.tsx'
import { useSettings } from './settings.ts'

export function Wallets() {
  const state = useWallets()
  const { getActiveClient } = useKeywright()
  const create = useAction(async () => {
    const client = await getActiveClient()
    // Names are unique.
    await client.createWallet({ ...FIRST_WALLET, walletName: `Wallet ${new Date().toISOString()}` })
    await state.refresh()
  })
  if (state.status === 'failed') return <p role="alert">{state.error.message}</p>
  if (state.status !== 'ready') return <p>Loading</p>
  const accounts = state.wallets.flatMap((wallet) => wallet.accounts)
  return (
    <>
      {accounts.map(({ address }) => (
        <Account key={address} address={address} />
      ))}
      <Form action={create} button="Create a wallet" onSubmit={() => create.run()} />
    </>
  )
}

function Account({ address }: { readonly address: string }) {
  const { getActiveClient } = useKeywright()
  const { rpcUrl, chain } = useSettings()
  const { symbol, decimals } = chain.nativeCurrency
  const node = useMemo(() => createPublicClient({ transport: http(rpcUrl), pollingInterval: 1000 }), [rpcUrl])
  const [balance, setBalance] = useState<bigint>()
  const refresh = useCallback(
    async () => setBalance(await node.getBalance({ address: getAddress(address) })),
    [node, address],
  )
  useEffect(() => void refresh().catch(() => {}), [refresh])

  const openAccount = async () => createAccount({ client: await getActiveClient(), signWith: address })
  const sign = useAction(async (_signal, message: string) => {
    const account = await openAccount()
    const signature = await account.signMessage({ message })
    return { signature, isValid: await verifyMessage({ address: account.address, message, signature }) }
  })

  return (
    <section aria-label={address}>
      <p>
        <code>{address}</code> has {balance === undefined ? '…' : formatUnits(balance, decimals)} {symbol}
      </p>
      <Form
        action={sign}
        button="Sign"
        fields={{ Message: 'Hello' }}
        onSubmit={({ Message = '' }) => sign.run(Message)}
      >
        {({ signature, isValid }) => (
          <>
            {isValid ? 'Verified' : 'Invalid'}: <code>{signature}</code>
          </>
        )}
      </Form>
      <Payment node={node} from={getAddress(address)} openAccount={openAccount} onPaid={refresh} />
    </section>
  )
}
