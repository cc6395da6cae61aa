import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openDatabase } from '../store/database.ts'
import { openStored } from './stored.ts'

const settings = { name: 'stored', seed: null, storage: 'browser' } as const
const open = () => openStored(settings, 'me', () => undefined)

it('starts over and reports it if it can’t verify the stored organizations', async () => {
  const before = await open()
  await before.close()
  const { database } = await openDatabase(settings.name, () => undefined)
  const heads = (await database.getAllKeys('rows')).filter(([, table]) => table === 'heads')
  expect(heads).toHaveLength(1)
  await database.put('rows', '{}', heads[0]!)
  database.close()
  const after = await open()
  expect(after.status).toEqual({
    storage: 'browser',
    notice:
      'The stored sandbox is from another version of this site and can’t be read, so a new one was started.',
  })
  await after.close()
  const again = await open()
  expect(again.status).toEqual({ storage: 'browser' })
  await again.close()
})
