import { isKeysError } from '@keywright/keys'
import { assert } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

export const sealedForOneDevice = story(
  'an export can be decrypted only on one device and for one organization',
  async (world) => {
    const { alice } = await world.organization({ rootUsers: ['alice'] })
    const { addresses } = await alice.createsWallet('savings', ETHEREUM)
    const [mine, theirs] = [world.device(), world.device()]
    const { exportBundle } = await alice.does('EXPORT_WALLET_ACCOUNT', {
      address: addresses[0]!,
      targetPublicKey: mine.targetPublicKey,
    })
    const isUnopened = (attempt: Promise<unknown>) => attempt.then(() => false, isKeysError)

    await mine.openExport(exportBundle, alice.organizationId)
    assert(
      await isUnopened(theirs.openExport(exportBundle, alice.organizationId)),
      'another device can’t decrypt it',
    )
    assert(
      await isUnopened(mine.openExport(exportBundle, crypto.randomUUID())),
      'it is rejected for another organization',
    )
    const { data, ...rest } = JSON.parse(exportBundle) as { data: string }
    const altered = JSON.stringify({
      ...rest,
      data: data.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    })
    assert(await isUnopened(mine.openExport(altered, alice.organizationId)), 'a changed bundle is rejected')

    await world.refuses('TARGET_PUBLIC_KEY_INVALID', () =>
      alice.does('EXPORT_WALLET_ACCOUNT', {
        address: addresses[0]!,
        targetPublicKey: `04${'11'.repeat(64)}`,
      }),
    )
    await world.refuses('WALLET_ACCOUNT_NOT_FOUND', () =>
      alice.does('EXPORT_WALLET_ACCOUNT', { address: '0xunknown', targetPublicKey: mine.targetPublicKey }),
    )
  },
)
