import { toUtf8 } from '@keywright/keys'
import { assert } from 'vitest'
import { story } from '../story.ts'

export const replayedQuery = story('a stamped query is replayed on other paths', async (world) => {
  const { alice } = await world.organization({ rootUsers: ['alice'] })
  const { organizationId, userId } = alice
  const stamped = (body: object) => {
    const text = JSON.stringify({ organizationId, userId, ...body })
    const [header, stamp] = alice.stamper(toUtf8(text))
    return (path: string) => world.sendUnstamped({ path, text }, { [header]: stamp })
  }

  // A body that names its call is valid only for that call.
  const bound = stamped({ callPath: '/public/v1/query/get_user' })
  assert('user' in (await bound('/public/v1/query/get_user')), 'the call that the stamp names')
  await world.refuses('CALL_PATH_MISMATCH', () => bound('/public/v1/query/get_api_keys'))

  // Clients that don't name the call stamp only the filters, which other queries accept too.
  const send = stamped({})
  assert('user' in (await send('/public/v1/query/get_user')), 'it was meant for one user')
  assert('apiKeys' in (await send('/public/v1/query/get_api_keys')), 'it reads that user’s keys as well')
  // It never writes: a submit names its type and time.
  for (const call of ['delete_users', 'create_api_keys', 'create_read_write_session']) {
    await world.refuses('MEMBER_MISSING', () => send(`/public/v1/submit/${call}`))
  }
  await world.refuses('MEMBER_UNKNOWN', () => send('/public/v1/query/list_wallets'))
  await world.refuses('PATH_NOT_FOUND', () => send('/public/v1/query/get_secrets'))
})
