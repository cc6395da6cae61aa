import { story } from '../story.ts'

export const hotKeysByTag = story('traders can use only keys with the tag hot', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const trader = await owner.addsUser('trader')
  const traders = await owner.tags('traders', trader)
  const newKey = async (privateKeyName: string) => {
    const { privateKeys } = await owner.does('CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        {
          privateKeyName,
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    })
    return privateKeys[0]!.privateKeyId!
  }
  const [hot, cold] = [await newKey('hot'), await newKey('cold')]
  const { privateKeyTagId } = await owner.does('CREATE_PRIVATE_KEY_TAG', {
    privateKeyTagName: 'hot',
    privateKeyIds: [hot],
  })
  await owner.allows(
    `approvers.any(a, a.tags.contains('${traders}'))`,
    `private_key.tags.contains('${privateKeyTagId}') && activity.action == 'SIGN'`,
  )
  await trader.signs(hot, 'an order')
  await world.refuses('NOT_PERMITTED_BY_POLICY', () => trader.signs(cold, 'an order'))
  const { targetPublicKey } = world.device()
  await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
    trader.does('EXPORT_PRIVATE_KEY', { privateKeyId: hot, targetPublicKey }),
  )
  await owner.does('UPDATE_PRIVATE_KEY_TAG', {
    privateKeyTagId,
    addPrivateKeyIds: [cold],
    removePrivateKeyIds: [hot],
  })
  await trader.signs(cold, 'an order')
  await world.refuses('NOT_PERMITTED_BY_POLICY', () => trader.signs(hot, 'an order'))
  await world.refuses('SIGNER_NOT_FOUND', () => trader.signs(crypto.randomUUID(), 'an order'))
})
