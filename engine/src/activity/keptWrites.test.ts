/** A wrong code is counted in its own transaction, while other requests change the organization. */
import { expect, it } from 'vitest'
import { createMemoryStore } from '../store/memory.ts'
import { addSubOrganization, type CallRefused, createTestEngine } from '../testing/index.ts'

/** Deletes the sub-organization before one store call of a wrong code. @returns the outcome; undefined without such a call */
async function wrongCodeWhileDeleted(before: number): Promise<string | undefined> {
  const store = createMemoryStore()
  let onCall = async () => {}
  const after =
    <A extends unknown[], R>(call: (...of: A) => Promise<R>) =>
    async (...of: A) => {
      await onCall()
      return call(...of)
    }
  const watched: typeof store = {
    ...store,
    get: after(store.get),
    read: after(store.read),
    list: after(store.list),
    count: after(store.count),
    commit: after(store.commit),
  }
  const rootSecret = new Uint8Array(32).fill(7)
  const engine = createTestEngine('kept writes', { store: watched, rootSecret })
  const { root } = await engine.organization()
  const { alice, parent } = await addSubOrganization(engine, root)
  const { otpId } = await parent.run('ACTIVITY_TYPE_INIT_OTP', {
    otpType: 'OTP_TYPE_EMAIL',
    contact: 'alice@example.com',
  })
  await engine.idle()
  // Another process, which doesn't wait for this one.
  const other = createTestEngine('other', { store, rootSecret })
  other.clock.advance({ milliseconds: engine.clock() - other.clock() })
  const deletion = other.client(alice.organizationId, alice.stamper)
  let calls = 0
  let deleting: Promise<unknown> | undefined
  onCall = async () => {
    if (calls++ === before) deleting = deletion.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', {})
    await deleting
  }
  const outcome = await parent.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode: '000000' }).then(
    () => 'DONE',
    (error: CallRefused) => error.errorCode,
  )
  await deleting
  expect(engine.faults).toEqual([])
  return deleting && outcome
}

it('is rejected, whenever its organization is deleted', async () => {
  const outcomes = new Set<string>()
  for (let call = 0; ; call++) {
    const outcome = await wrongCodeWhileDeleted(call)
    if (outcome === undefined) break
    outcomes.add(outcome)
  }
  expect(outcomes).toEqual(new Set(['ORGANIZATION_NOT_FOUND', 'OTP_INVALID']))
})
