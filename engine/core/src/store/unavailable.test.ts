import { expect, it } from 'vitest'
import { createMemoryStore } from './memory.ts'
import { tellingUnavailable } from './unavailable.ts'

it.each([
  [{ code: '53100' }, 'it is full'],
  [{ code: 'SQLITE_FULL' }, 'it is full'],
  [{ code: '25006' }, 'it is read-only'],
  [{ code: '55P03' }, 'it is locked'],
  [{ code: '53300' }, 'it has no free connections'],
  [{ message: 'timeout exceeded when trying to connect' }, 'it is too busy'],
  [{ code: 'ECONNREFUSED' }, 'it does not respond'],
  [{ message: 'Query read timeout' }, 'it does not respond'],
])('names the fault of a store that throws %o: %s', async (members, reason) => {
  const store = tellingUnavailable({
    ...createMemoryStore(),
    get: () => Promise.reject(Object.assign(new Error('failed'), members)),
  })
  await expect(store.get('o', 't', '1')).rejects.toMatchObject({ name: 'StoreUnavailable', reason })
})

it('passes on what a task throws in a snapshot', async () => {
  const store = tellingUnavailable(createMemoryStore())
  const failed = store.inSnapshot(() => Promise.reject(new RangeError('of the task')))
  await expect(failed).rejects.toThrow(RangeError)
})
