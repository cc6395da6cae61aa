// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { openTestWorkbench } from '../../../../test/elements/testWorkbench.ts'
import type { Workbench } from '../../kit/workbench.ts'
import { openDevice } from './passkeys.ts'
import { RESIDENT_KEYS, register, signWhoami } from './signIn.ts'

let bench: Workbench
beforeAll(async () => {
  bench = await openTestWorkbench()
})

test.each(RESIDENT_KEYS)(
  'creates and registers a passkey with residentKey %s that signs by its id',
  async (residentKey) => {
    const made = await register(bench, openDevice('software'), residentKey)
    expect(made.attestation).toMatchObject({
      algorithm: -7,
      isPresent: true,
      isVerified: true,
      format: 'none',
    })
    expect(JSON.parse(made.options)).toMatchObject({
      rp: { id: 'app.example.com' },
      authenticatorSelection: { residentKey },
    })
    const { username, inspection } = await signWhoami(bench, made, true)
    expect(username).toBe('Alice')
    expect(inspection.steps.map(({ state }) => state)).toEqual(Array(5).fill('passed'))
  },
)

test('does not find a non-discoverable passkey without its id', async () => {
  const made = await register(bench, openDevice('software'), 'discouraged')
  await expect(signWhoami(bench, made, false)).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' })
})
