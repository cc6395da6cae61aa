/** The user's wallets as connectors of wagmi, whose actions sign here. Libraries that build on wagmi take the same configuration. */
import type { KeywrightClient } from '@keywright/client'
import { keywright } from '@keywright/web3/wagmi'
import { type Connector, connect, createConfig } from '@wagmi/core'
import { defineChain, http } from 'viem'
import type { PageSettings } from '../server/handler.ts'

/**
 * One connector per wallet. It signs without asking: show the user what is signed first, or return `confirm`, too.
 * @param getClient of the session, or of the passkey
 */
export function createWagmiConfig(
  { rpcUrl, chain }: PageSettings,
  wallets: readonly { readonly walletId: string; readonly walletName: string }[],
  getClient: () => Promise<KeywrightClient>,
) {
  const known = defineChain({ ...chain, rpcUrls: { default: { http: [rpcUrl] } } })
  return createConfig({
    chains: [known],
    transports: { [known.id]: http(rpcUrl) },
    connectors: wallets.map(({ walletId, walletName }) =>
      keywright({
        id: walletId,
        name: walletName,
        wallet: async () => ({ client: await getClient(), walletId, storage: null }),
      }),
    ),
    // Only the user's own wallets, and nothing that stays in the browser after signing out.
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
}

export type WagmiConfig = ReturnType<typeof createWagmiConfig>

/** The connector of a wallet, connected. */
export async function openConnector(config: WagmiConfig, walletId: string): Promise<Connector> {
  const connector = config.connectors.find(({ id }) => id === walletId)!
  if (!config.state.connections.has(connector.uid)) await connect(config, { connector })
  return connector
}
