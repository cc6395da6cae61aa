/** IDs, names and cursors with any characters that JSON allows, on both databases. */

import type { LogEntry } from '@keywright/host'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev, type TestDev } from '../support/devServer.ts'
import { postgres, withPostgres } from '../support/shared.ts'

const ROOT_USER = {
  apiKeys: [
    {
      apiKeyName: 'k',
      publicKey: generateApiKeyPair(platformRandom).publicKey,
      curveType: 'API_KEY_CURVE_P256' as const,
    },
  ],
  authenticators: [],
  oauthProviders: [],
}

withPostgres()

describe.each([
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() })],
] as const)('on %s', (_, database) => {
  const errors: LogEntry[] = []
  let dev: TestDev
  beforeAll(async () => {
    const log = (entry: LogEntry) => void (entry.level === 'error' && errors.push(entry))
    dev = await startTestDev({ ...(await database()), log })
  })
  afterAll(async () => {
    expect(errors).toEqual([])
    await dev.close()
  })
  const refusal = (code: string) => ({ errorCode: code })

  it.each([
    ['U+0000', 'a\0b'],
    ['U+0001', 'a\u0001b'],
    ['a high surrogate', 'a\ud800b'],
    ['a low surrogate', '\udc00'],
  ])('%s is rejected in every text field', async (_, text) => {
    const { root } = dev
    const attempts = [
      () => root.query('get_wallet', { walletId: text }),
      () => root.query('get_user', { userId: text }),
      () => root.query('list_activities', { paginationOptions: { after: text } }),
      () => root.query('list_suborgs', { filterType: 'NAME', filterValue: text }),
      () => root.approve(text),
      () => root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: text, accounts: [] }),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject(refusal('CHARACTER_HIDDEN'))
    }
  })

  describe.each([
    ['a character beyond 16 bits', '𝄞'],
    ['a noncharacter', '\uffff'],
  ])('%s', (_, text) => {
    it('is an unknown ID', async () => {
      const { root } = dev
      await expect(root.query('get_wallet', { walletId: text })).rejects.toMatchObject(
        refusal('RESOURCE_NOT_FOUND'),
      )
      await expect(root.query('get_user', { userId: text })).rejects.toMatchObject(refusal('USER_NOT_FOUND'))
      await expect(
        root.query('list_activities', { paginationOptions: { after: text } }),
      ).rejects.toMatchObject(refusal('CURSOR_INVALID'))
      await expect(root.approve(text)).rejects.toMatchObject(refusal('ACTIVITY_NOT_FOUND'))
      const none = await root.query('list_suborgs', { filterType: 'NAME', filterValue: text })
      expect(none.organizationIds).toEqual([])
    })

    it('is a valid name, once', async () => {
      const { root } = dev
      const params = { walletName: text, accounts: [] }
      const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', params)
      expect((await root.query('get_wallet', { walletId })).wallet.walletName).toBe(text)
      const again = root.run('ACTIVITY_TYPE_CREATE_WALLET', { ...params, mnemonicLength: 24 })
      await expect(again).rejects.toMatchObject(refusal('NAME_TAKEN'))
    })

    it('finds the sub-organization with this name', async () => {
      const { subOrganizationId } = await dev.root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
        subOrganizationName: text,
        rootQuorumThreshold: 1,
        rootUsers: [{ userName: text, ...ROOT_USER }],
      })
      for (const filterType of ['NAME', 'USERNAME'] as const) {
        const found = await dev.root.query('list_suborgs', { filterType, filterValue: text })
        expect(found.organizationIds).toEqual([subOrganizationId])
      }
    })
  })

  it('distinguishes names that a database collation would equate', async () => {
    for (const walletName of ['é', 'e', '\ufffd', '\u{1f600}', 'Straße', 'Strasse']) {
      await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
    }
  })
})
