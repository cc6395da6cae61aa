import { createStamp, toStampHeader, toUtf8 } from '@keywright/keys'
import { story } from '../story.ts'

export const wrongScheme = story('a stamp claims a scheme that its key does not have', async (world) => {
  const { alice } = await world.organization({ rootUsers: ['alice'] })
  const body = alice.writes('CREATE_WALLET', { walletName: 'first', accounts: [] })
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body.text), alice.key!.privateKey)
  const send = (xStamp: string) => world.sendUnstamped(body, { 'x-stamp': xStamp })

  const claimed = toStampHeader({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' })
  await world.refuses('STAMP_SCHEME_MISMATCH', () => send(claimed))
  for (const unreadable of ['no stamp', btoa('{}'), btoa('{"publicKey":1}')]) {
    await world.refuses('STAMP_MALFORMED', () => send(unreadable))
  }
  await send(toStampHeader(stamp))
})
