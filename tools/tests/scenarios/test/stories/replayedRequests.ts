import { toUtf8 } from '@keywright/keys'
import { expect } from 'vitest'
import { story } from '../story.ts'

export const replayedRequests = story(
  'requests are replayed, altered, held back and sent early',
  async (world) => {
    const { alice } = await world.organization({ rootUsers: ['alice'] })
    const body = alice.writes('CREATE_WALLET', { walletName: 'one', accounts: [] })
    const [header, stamp] = alice.stamper(toUtf8(body.text))
    const replay = (change: { path?: string; text?: string } = {}) =>
      world.sendUnstamped({ ...body, ...change }, { [header]: stamp })

    const first = await replay()
    expect(await replay(), 'a replay shows the same activity').toEqual(first)
    expect((await alice.reads('list_wallets')).wallets.length, 'and makes no second wallet').toEqual(1)

    await world.refuses('API_KEY_SIGNATURE_INVALID', () => replay({ text: body.text.replace('one', 'two') }))
    await world.refuses('API_KEY_SIGNATURE_INVALID', () => replay({ text: `${body.text} ` }))
    await world.refuses('ACTIVITY_TYPE_MISMATCH', () => replay({ path: '/public/v1/submit/delete_wallets' }))
    await world.refuses('STAMP_MISSING', () => world.sendUnstamped(body))
    await world.refuses('STAMPS_AMBIGUOUS', () =>
      world.sendUnstamped(body, { [header]: stamp, 'x-session': 'another' }),
    )

    const early = alice.writes('CREATE_WALLET', { walletName: 'early', accounts: [] })
    const { timestampMs, ...rest } = JSON.parse(early.text) as { timestampMs: string }
    const soon = JSON.stringify({ ...rest, timestampMs: String(Number(timestampMs) + 6 * 60_000) })
    await world.refuses('TIMESTAMP_TOO_FAR_AHEAD', () => alice.sends({ ...early, text: soon }))
    await world.passes({ hours: 1, seconds: 1 })
    await world.refuses('TIMESTAMP_TOO_OLD', () => alice.sends(early))
  },
)
