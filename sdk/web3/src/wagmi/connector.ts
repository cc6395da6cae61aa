/** A wagmi connector over the EIP-1193 provider: the wallet of whoever is signed in, on the chains of the wagmi config. */
import type { Connection } from '@keywright/client'
import type { CreateConnectorFn } from '@wagmi/core'
import { type Address, type Chain, getAddress, numberToHex } from 'viem'
import { createEIP1193Provider, type Eip1193Config, type Eip1193Provider } from '../eip1193/index.ts'

/** Options of the provider. Chains and their RPC URLs come from the wagmi config. */
export type WalletOfUser = Omit<Eip1193Config, 'chains'>

export interface ConnectorConfig {
  /** The wallet of the signed-in user, or undefined while no user is signed in. Called on every connect and reconnect. */
  readonly wallet: () => WalletOfUser | undefined | Promise<WalletOfUser | undefined>
  /** Shown in lists of connectors. Default: `Keywright`. */
  readonly name?: string
  /** Data URI of an image. */
  readonly icon?: string
  /** Unique among the connectors. Default: `keywright`. */
  readonly id?: string
}

/**
 * A connector for `createConfig` of wagmi. It reconnects after a reload while the user is signed in.
 *
 * @example
 * const config = createConfig({ chains, transports, connectors: [keywright({ wallet: () => ({ client, walletId, confirm }) })] })
 */
export function keywright(config: ConnectorConfig): CreateConnectorFn<Eip1193Provider | undefined> {
  return ({ chains, transports, emitter }) => {
    let opened: { readonly walletId: string; readonly provider: Eip1193Provider } | undefined
    let wallet: WalletOfUser | undefined
    // A provider outlives sessions, each of which has a client of its own.
    const client = new Proxy({} as Connection, { get: (_, name) => Reflect.get(wallet!.client, name) })
    const { id = 'keywright', name = 'Keywright', icon } = config

    async function open(): Promise<Eip1193Provider> {
      wallet = await config.wallet()
      if (!wallet) throw new Error('No user is signed in. Sign in, then connect.')
      if (opened?.walletId === wallet.walletId) return opened.provider
      const offered = chains.map((chain) => ({
        chainId: numberToHex(chain.id),
        rpcUrls: urlsOf(chain, transports?.[chain.id]),
      }))
      const provider = createEIP1193Provider({ ...wallet, client, chains: offered as never })
      provider.on('accountsChanged', connector.onAccountsChanged)
      provider.on('chainChanged', connector.onChainChanged)
      opened = { walletId: wallet.walletId, provider }
      return provider
    }
    const ask = async (method: string, ...params: unknown[]) => (await open()).request({ method, params })

    const connector: ReturnType<CreateConnectorFn<Eip1193Provider | undefined>> = {
      id,
      name,
      type: 'keywright',
      ...(icon && { icon }),
      async connect({ chainId, withCapabilities } = {}) {
        const addresses = (await ask('eth_requestAccounts')) as Address[]
        if (chainId) await ask('wallet_switchEthereumChain', { chainId: numberToHex(chainId) })
        const accounts = withCapabilities
          ? addresses.map((address) => ({ address, capabilities: {} }))
          : addresses
        return { accounts: accounts as never, chainId: await connector.getChainId() }
      },
      async disconnect() {
        await opened?.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        opened = undefined
      },
      getAccounts: () => ask('eth_accounts') as Promise<Address[]>,
      getChainId: async () => Number(await ask('eth_chainId')),
      getProvider: async () => ((await config.wallet()) ? open() : undefined),
      isAuthorized: () =>
        connector.getAccounts().then(
          (accounts) => accounts.length > 0,
          () => false,
        ),
      async switchChain({ chainId }) {
        await ask('wallet_switchEthereumChain', { chainId: numberToHex(chainId) })
        return chains.find((chain) => chain.id === chainId)!
      },
      onAccountsChanged(accounts) {
        if (accounts.length === 0) connector.onDisconnect()
        else emitter.emit('change', { accounts: accounts.map((address) => getAddress(address)) })
      },
      onChainChanged: (chainId) => void emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: () => void emitter.emit('disconnect'),
    }
    return connector
  }
}

type TransportOf = NonNullable<Parameters<CreateConnectorFn>[0]['transports']>[number]

/** The endpoint of the wagmi config, or of a fallback's first transport; otherwise the chain's own. */
function urlsOf(chain: Chain, transport: TransportOf | undefined): readonly string[] {
  const value = transport?.({ chain })?.value as
    | { url?: string; transports?: { value?: { url?: string } }[] }
    | undefined
  const url = value?.url ?? value?.transports?.find((each) => each.value?.url)?.value?.url
  return url ? [url] : chain.rpcUrls.default.http
}
