/** An organization that is present and undefined or null, as of a lookup that found none, is never the client's own. */
import { KeywrightError } from '@keywright/client'
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { createSignableMessage } from '@solana/kit'
import { beforeAll, expect, it } from 'vitest'
import { KeywrightDirectWallet } from './cosmjs/index.ts'
import { createEIP1193Provider } from './eip1193/index.ts'
import { KeywrightSigner as EthersSigner } from './ethers/index.ts'
import { KeywrightSigner as SolanaSigner } from './solana/index.ts'
import { createSigner } from './solanaKit/index.ts'
import { createAccount } from './viem/index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('organizations of adapters')
})

const bytes = Uint8Array.of(1)
type Use = (world: SigningWorld, more: { readonly organizationId?: string }) => Promise<unknown>

const adapters: Record<string, Use> = {
  cosmjs: ({ client, cosmos, walletId }, more) =>
    KeywrightDirectWallet.init({ client, signWith: cosmos, walletId, ...more }),
  'eip-1193': ({ client, walletId }, more) =>
    createEIP1193Provider({ client, walletId, chains: [{ chainId: '0x1' }], storage: null, ...more }).request(
      {
        method: 'eth_requestAccounts',
      },
    ),
  ethers: ({ client, ethereum }, more) =>
    new EthersSigner({ client, signWith: ethereum, ...more }).signMessage('hi'),
  solana: ({ client, solana }, more) => new SolanaSigner({ client, ...more }).signMessage(bytes, solana),
  'solana-kit': async ({ client, solana }, more) =>
    (await createSigner({ client, signWith: solana, ...more })).signMessages([createSignableMessage('hi')]),
  viem: async ({ client, ethereum }, more) =>
    (await createAccount({ client, signWith: ethereum, ...more })).signMessage({ message: 'hi' }),
  'viem, by id': ({ client, privateKey }, more) =>
    createAccount({ client, signWith: privateKey.id, ...more }),
}

it.each(Object.entries(adapters))('%s', async (_, use) => {
  for (const missing of [undefined, null]) {
    const error = await use(world, { organizationId: missing as never }).catch((caught: Error) => caught)
    const own = error instanceof KeywrightError ? error : (error as Error).cause
    expect(own).toMatchObject({ code: 'INPUT_INVALID', message: `\`organizationId\` is ${missing}` })
  }
  await use(world, { organizationId: world.organizationId })
  await use(world, {})
})
