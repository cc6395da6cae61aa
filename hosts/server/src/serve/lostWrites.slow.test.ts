/** Lost writes on PostgreSQL, through the ports of a server. */
import { collectContents } from '@keywright/engine'
import { apiKeyStamper, createClient } from '@keywright/engine/test'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { expect, it } from 'vitest'
import { team, withTestTeam } from '../../test/support/shared.ts'
import { openPostgresStore } from '../store/postgres.ts'

withTestTeam({ isOwn: true })

it('stops writes to an organization that lost acknowledged activities, until an operator accepts the loss', async () => {
  const { url, operatorUrl } = await team.start()
  const client = team.clientAt(url)
  const create = (walletName: string) =>
    client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
  const operate = async (path: string, method = 'GET') =>
    (await fetch(`${operatorUrl}${path}`, { method })).json()
  const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
  await create('kept')
  const before = await collectContents(store.readAll())
  await create('lost')
  const activities = await store.list(team.organizationId, 'activities')
  await store.replaceAll([before])

  expect(await create('rejected').catch(({ status }) => status)).toBe(503)
  await expect
    .poll(() => operate('/losses'), { timeout: 20_000 })
    .toMatchObject({
      losses: [{ organizationId: team.organizationId, missingActivities: [activities.at(-1)!.id] }],
    })
  expect(await operate('/ready')).toEqual({ status: 'ready', organizationsWithLosses: 1 })
  expect(await (await fetch(`${operatorUrl}/metrics`)).text()).toContain(
    'keywright_organizations_with_losses 1',
  )
  expect(await create('still rejected').catch(({ status }) => status)).toBe(503)

  const path = `/losses/${team.organizationId}`
  expect(await operate(path, 'DELETE')).toMatchObject({ losses: [{ foundVersion: expect.any(Number) }] })
  expect(await operate(path, 'DELETE')).toMatchObject({
    message: expect.stringContaining('no loss in organization'),
  })
  await expect
    .poll(
      () =>
        create('next').then(
          () => 'created',
          () => 'rejected',
        ),
      { timeout: 20_000 },
    )
    .toBe('created')
  expect(await operate('/ready')).toEqual({ status: 'ready' })
  await store.close()
}, 120_000)

it('lets a key read again, but not write, whose removal was lost', async () => {
  const { url } = await team.start()
  const root = team.clientAt(url)
  const key = generateApiKeyPair(platformRandom)
  const { userId } = await root.query('whoami', {})
  const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
    userId,
    apiKeys: [{ apiKeyName: 'removed', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
  })
  const removed = createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId: team.organizationId,
    stamper: apiKeyStamper(key),
    baseUrl: url,
  })
  const whoami = () =>
    removed.query('whoami', {}).then(
      () => 200,
      ({ status }) => status,
    )
  const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
  const before = await collectContents(store.readAll())
  await root.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds })
  expect(await whoami()).toBe(401)
  await store.replaceAll([before])

  await expect.poll(whoami, { timeout: 20_000 }).toBe(200)
  const write = removed.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'never', accounts: [] })
  expect(await write.catch(({ status }) => status)).toBe(503)
  await store.close()
}, 120_000)

it('gives each start of PostgreSQL its own incarnation', async () => {
  const { outage } = team.postgres
  if (!outage) return
  const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
  const before = await store.incarnation()
  expect(await store.incarnation()).toBe(before)
  await outage.stop()
  await outage.end()
  await expect.poll(() => store.incarnation().catch(() => before), { timeout: 20_000 }).not.toBe(before)
  await store.close()
}, 60_000)
