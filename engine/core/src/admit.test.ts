/** Which requests count toward a host's limit of an organization. */
import { calls } from '@keywright/contract'
import { beforeEach, expect, it } from 'vitest'
import { createTestEngine, type Posted, type TestEngine } from '../test/support/index.ts'

let engine: TestEngine
let setting: Awaited<ReturnType<TestEngine['organization']>>
let admitted: string[]

beforeEach(async () => {
  admitted = []
  engine = createTestEngine('admission', {
    admit: async (organizationId) => void admitted.push(organizationId),
  })
  setting = await engine.organization()
})

it('counts a request once', async () => {
  const { root, organizationId } = setting
  await root.query('whoami')
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
  expect(admitted).toEqual([organizationId, organizationId])
})

it('counts no request that anyone who captured it could repeat forever', async () => {
  const { root, organizationId } = setting
  const timestampMs = String(engine.clock())
  const { path } = calls.whoami
  const captured: Posted[] = [
    root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] }),
    { path, text: JSON.stringify({ organizationId, timestampMs, callPath: path }) },
    { path, text: JSON.stringify({ organizationId }) },
  ]
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_BOUND_QUERIES', value: '' })
  admitted = []
  engine.clock.advance({ hours: 1, milliseconds: 1 })
  for (const posted of captured) expect((await root.post(posted)).status).toBe(400)
  expect(admitted).toEqual([])
})
