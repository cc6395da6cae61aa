/** A wagmi connector over the EIP-1193 provider: the wallet of the signed-in user, on the chains of the wagmi config. */
import type { CreateConnectorFn } from '@wagmi/core'
import { type Address, type Chain, getAddress, numberToHex } from 'viem'
import {
  createEIP1193Provider,
  type Eip1193Config,
  type Eip1193Provider,
  type ProviderChain,
  ProviderRpcError,
} from '../eip1193/index.ts'
import { toProviderError } from '../eip1193/providerRpcError.ts'

/** Options of the provider. Chains and their RPC URLs come from the wagmi config. */
export type WalletOfUser = Omit<Eip1193Config, 'chains'>

export interface ConnectorConfig {
  /** The wallet of the signed-in user, or undefined while no user is signed in. Called before each action and request. */
  readonly wallet: () => WalletOfUser | undefined | Promise<WalletOfUser | undefined>
  /** Shown in lists of connectors. Default: `Keywright`. */
  readonly name?: string
  /** Data URI of an image. */
  readonly icon?: string
  /** Unique among the connectors. Default: `keywright`. */
  readonly id?: string
  /** The one passed to `announceProvider`, if the page also announces the wallet, so that it's listed once. */
  readonly rdns?: string
}

/**
 * A connector for `createConfig` of wagmi. It reconnects after a reload while the user is signed in.
 *
 * @example
 * const config = createConfig({ chains, transports, connectors: [keywright({ wallet: () => ({ client, walletId, confirm }) })] })
 */
export function keywright(config: ConnectorConfig): CreateConnectorFn<Eip1193Provider | undefined> {
  return ({ chains, transports, emitter }) => {
    const { id = 'keywright', name = 'Keywright', icon, rdns } = config
    const { open, disconnect } = openWallet(
      config.wallet,
      () => chains.map((chain) => offer(chain, transports?.[chain.id])),
      () => connector,
    )
    const ask = async (method: string, ...params: unknown[]) => (await open()).answer({ method, params })

    const connector: ReturnType<CreateConnectorFn<Eip1193Provider | undefined>> = {
      id,
      name,
      type: 'keywright',
      ...(icon && { icon }),
      ...(rdns && { rdns }),
      async connect({ chainId, withCapabilities } = {}) {
        const addresses = (await ask('eth_requestAccounts')) as Address[]
        if (chainId) await ask('wallet_switchEthereumChain', { chainId: numberToHex(chainId) })
        return {
          accounts: addresses.map((address) =>
            withCapabilities ? { address, capabilities: {} } : address,
          ) as never,
          chainId: await connector.getChainId(),
        }
      },
      disconnect,
      getAccounts: () => ask('eth_accounts') as Promise<Address[]>,
      getChainId: async () => Number(await ask('eth_chainId')),
      getProvider: async () => ((await config.wallet()) ? (await open()).provider : undefined),
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

type Listeners = Pick<ReturnType<CreateConnectorFn>, 'onAccountsChanged' | 'onChainChanged' | 'onDisconnect'>

interface Opened {
  /** As of its user's newest session, each of which has a client of its own. */
  wallet: WalletOfUser
  readonly provider: Eip1193Provider
  /** `request` of the provider without asking again whose wallet it is. */
  readonly answer: Eip1193Provider['request']
}

/** Opens the provider of the wallet that is signed in. It outlives sessions. */
function openWallet(
  find: ConnectorConfig['wallet'],
  chainsOf: () => readonly ProviderChain[],
  listenersOf: () => Listeners,
) {
  let opened: Opened | undefined
  /** By wallet. Apps keep a provider, also while its user is signed out. */
  const known = new Map<string, Opened>()

  function create(first: WalletOfUser): Opened {
    const provider = createEIP1193Provider({
      ...first,
      chains: chainsOf(),
      get client() {
        return created.wallet.client
      },
      get confirm() {
        return created.wallet.confirm
      },
    } as Eip1193Config)
    const created: Opened = { wallet: first, provider, answer: provider.request }
    // Apps keep the provider, which must not sign for a user who has signed out.
    provider.request = async (request) => {
      if ((await open()) === created) return created.answer(request)
      throw new ProviderRpcError(4100, 'another user is signed in: connect again')
    }
    known.set(first.walletId, created)
    return created
  }

  function listen(provider: Eip1193Provider, how: 'on' | 'removeListener'): Eip1193Provider {
    const { onAccountsChanged, onChainChanged } = listenersOf()
    return provider[how]('accountsChanged', onAccountsChanged)[how]('chainChanged', onChainChanged)
  }

  /** @throws ProviderRpcError, because apps compare codes: 4001 if the user declined, 4100 if no user is signed in */
  async function open(): Promise<Opened> {
    let wallet: WalletOfUser | undefined
    try {
      wallet = await find()
    } catch (error) {
      throw toProviderError(error)
    }
    // The user has signed out, or another one has signed in, so the app must stop showing the earlier accounts.
    if (opened && opened.wallet.walletId !== wallet?.walletId) {
      listen(opened.provider, 'removeListener')
      opened = undefined
      listenersOf().onDisconnect()
    }
    if (!wallet) throw new ProviderRpcError(4100, 'no user is signed in: sign in, then connect')
    if (!opened) {
      opened = known.get(wallet.walletId) ?? create(wallet)
      listen(opened.provider, 'on')
    }
    opened.wallet = wallet
    return opened
  }

  async function disconnect(): Promise<void> {
    // After a reload, an app may disconnect before anything has opened the wallet.
    const current = opened ?? (await open().catch(() => undefined))
    await current?.answer({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  }

  return { open, disconnect }
}

type TransportOf = NonNullable<Parameters<CreateConnectorFn>[0]['transports']>[number]

/** The endpoint of the wagmi config, or of a fallback's first transport; otherwise the chain's own. */
function offer(chain: Chain, transport: TransportOf | undefined): ProviderChain {
  const value = transport?.({ chain })?.value as
    | { url?: string; transports?: { value?: { url?: string } }[] }
    | undefined
  const url = value?.url ?? value?.transports?.find((each) => each.value?.url)?.value?.url
  return { chainId: numberToHex(chain.id), rpcUrls: url ? [url] : chain.rpcUrls.default.http }
}
