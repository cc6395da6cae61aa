import { toUtf8 } from '@keywright/keys'
import { assertThat } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const replayedQuery = scenario('a stamped query is replayed on other paths', async (world) => {
  const { alice } = await world.organization({ rootUsers: ['alice'] })
  const { organizationId, userId } = alice
  const text = JSON.stringify({ organizationId, userId })
  const [header, stamp] = alice.stamper(toUtf8(text))
  const send = (path: string) => world.sendUnstamped({ path, text }, { [header]: stamp })

  // Only the body is stamped: whoever holds it may ask whatever the same body asks elsewhere, and read.
  assertThat('user' in (await send('/public/v1/query/get_user')), 'it was meant for one user')
  assertThat('apiKeys' in (await send('/public/v1/query/get_api_keys')), 'it reads that user’s keys as well')
  // It never writes: a submit names its type and time.
  for (const call of ['delete_users', 'create_api_keys', 'create_read_write_session']) {
    await world.refuses('MEMBER_MISSING', () => send(`/public/v1/submit/${call}`))
  }
  await world.refuses('MEMBER_UNKNOWN', () => send('/public/v1/query/list_wallets'))
  await world.refuses('PATH_NOT_FOUND', () => send('/public/v1/query/get_secrets'))
})
