import { parseUtf8, toUtf8 } from '@keywright/keys'
import { expect } from 'vitest'
import { ETHEREUM, SOLANA } from '../accounts.ts'
import type { Person } from '../person.ts'
import { story } from '../story.ts'

// The first vector of BIP-39 and its well-known addresses.
const PHRASE = `${'abandon '.repeat(11)}about`
const ADDRESSES = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
]

export const seedKeepsItsAddresses = story(
  'a seed keeps its addresses through import, export and another import',
  async (world) => {
    const { alice } = await world.organization({ rootUsers: ['alice'] })
    const { bob } = await world.organization({ rootUsers: ['bob'] })
    const device = world.device()
    const seal = async (who: Person, phrase: string) => {
      const { importBundle } = await who.does('INIT_IMPORT_WALLET', { userId: who.userId })
      return device.sealImport(toUtf8(phrase), importBundle, who)
    }
    const importWallet = (who: Person, walletName: string, encryptedBundle: string) =>
      who.does('IMPORT_WALLET', {
        userId: who.userId,
        walletName,
        encryptedBundle,
        accounts: [ETHEREUM, SOLANA],
      })

    const sealed = await seal(alice, PHRASE)
    const { walletId, addresses } = await importWallet(alice, 'old wallet', sealed)
    expect(addresses, 'the known addresses of the seed').toEqual(ADDRESSES)
    await world.refuses('IMPORT_BUNDLE_INVALID', () => importWallet(alice, 'again', sealed))
    const twin = await seal(alice, PHRASE)
    await world.refuses('KEY_IMPORTED_ALREADY', () => importWallet(alice, 'twin', twin))
    const carol = await alice.addsUser('carol')
    await world.refuses('IMPORT_FOR_OTHER_USER', () =>
      alice.does('INIT_IMPORT_WALLET', { userId: carol.userId }),
    )

    const { targetPublicKey } = device
    const { exportBundle } = await alice.does('EXPORT_WALLET', { walletId, targetPublicKey })
    const phrase = parseUtf8(await device.openExport(exportBundle, alice.organizationId), 'phrase')
    expect(phrase, 'the export has the same words').toEqual(PHRASE)
    const { wallet } = await alice.reads('get_wallet', { walletId })
    expect(wallet, 'the wallet is marked as imported and exported').toMatchObject({
      imported: true,
      exported: true,
    })

    const moved = await importWallet(bob, 'moved', await seal(bob, phrase))
    expect(moved.addresses, 'another organization gets the same addresses').toEqual(ADDRESSES)
  },
)
