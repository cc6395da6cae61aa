/** Accounts: balance, signatures and payments. */
import { FIRST_WALLET, useAction, useKeywright, useWallets, type WalletWithAccounts } from '@keywright/react'
import { sendTransaction, signMessage } from '@wagmi/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  type Address,
  createPublicClient,
  formatUnits,
  getAddress,
  http,
  type TransactionSerializableGeneric,
  verifyMessage,
} from 'viem'
import { Form } from './Form.tsx'
import { Payment } from './Payment.tsx'
import { useSettings } from './settings.ts'
import { createWagmiConfig, openConnector, type WagmiConfig } from './wagmi.ts'

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
  return (
    <>
      <Accounts wallets={state.wallets} />
      <Form action={create} button="Create a wallet" onSubmit={() => create.run()} />
    </>
  )
}

function Accounts({ wallets }: { readonly wallets: readonly WalletWithAccounts[] }) {
  const { getActiveClient } = useKeywright()
  const settings = useSettings()
  const config = useMemo(
    () => createWagmiConfig(settings, wallets, getActiveClient),
    [settings, wallets, getActiveClient],
  )
  return wallets.flatMap(({ walletId, accounts }) =>
    accounts.map(({ address }) => (
      <Account key={address} config={config} walletId={walletId} address={getAddress(address)} />
    )),
  )
}

interface AccountProps {
  readonly config: WagmiConfig
  readonly walletId: string
  readonly address: Address
}

function Account({ config, walletId, address }: AccountProps) {
  const { rpcUrl, chain } = useSettings()
  const { symbol, decimals } = chain.nativeCurrency
  const node = useMemo(() => createPublicClient({ transport: http(rpcUrl), pollingInterval: 1000 }), [rpcUrl])
  const [balance, setBalance] = useState<bigint>()
  const refresh = useCallback(async () => setBalance(await node.getBalance({ address })), [node, address])
  useEffect(() => void refresh().catch(() => {}), [refresh])

  const sign = useAction(async (_signal, message: string) => {
    const connector = await openConnector(config, walletId)
    const signature = await signMessage(config, { account: address, connector, message })
    return { signature, isValid: await verifyMessage({ address, message, signature }) }
  })
  const pay = async (payment: TransactionSerializableGeneric) => {
    const connector = await openConnector(config, walletId)
    return sendTransaction(config, { ...payment, account: address, connector } as never)
  }

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
      <Payment node={node} from={address} pay={pay} onPaid={refresh} />
    </section>
  )
}
