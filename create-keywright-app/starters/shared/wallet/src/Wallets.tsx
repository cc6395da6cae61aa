/** Accounts: balance, signatures and payments. */
import { FIRST_WALLET, useAction, useKeywright, useWallets } from '@keywright/react'
import { createAccount } from '@keywright/web3/viem'
import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  formatEther,
  getAddress,
  http,
  type LocalAccount,
  parseEther,
  verifyMessage,
} from 'viem'
import type { PageSettings } from '../server/handler.ts'
import { Form } from './Form.tsx'
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
  const settings = useSettings()
  const chain = useMemo(
    () => createPublicClient({ transport: http(settings.rpcUrl), pollingInterval: 1000 }),
    [settings.rpcUrl],
  )
  const [balance, setBalance] = useState<bigint>()
  const refresh = useCallback(
    async () => setBalance(await chain.getBalance({ address: getAddress(address) })),
    [chain, address],
  )
  useEffect(() => void refresh().catch(() => {}), [refresh])

  const openAccount = async () => createAccount({ client: await getActiveClient(), signWith: address })
  const sign = useAction(async (_signal, message: string) => {
    const account = await openAccount()
    const signature = await account.signMessage({ message })
    return { signature, isValid: await verifyMessage({ address: account.address, message, signature }) }
  })
  const send = useAction(async (_signal, to: string, ether: string) => {
    const wallet = walletClientFor(await openAccount(), settings)
    const hash = await wallet.sendTransaction({ to: getAddress(to), value: parseEther(ether) })
    await chain.waitForTransactionReceipt({ hash })
    await refresh()
    return hash
  })

  return (
    <section aria-label={address}>
      <p>
        <code>{address}</code> has {balance === undefined ? '…' : formatEther(balance)} ether
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
      <Form
        action={send}
        button="Send"
        fields={{ To: '', Ether: '0.1' }}
        onSubmit={({ To = '', Ether = '' }) => send.run(To, Ether)}
      >
        {(hash) => (
          <>
            Sent: <code>{hash}</code>
          </>
        )}
      </Form>
    </section>
  )
}

/** Signs with this account and sends to the chain of the settings. */
function walletClientFor(account: LocalAccount, { rpcUrl, chainId }: PageSettings) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [rpcUrl] } }
  const chain = defineChain({ id: chainId, name: 'Chain', nativeCurrency, rpcUrls })
  return createWalletClient({ account, chain, transport: http(rpcUrl) })
}
