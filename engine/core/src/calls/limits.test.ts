/** Limits on the objects of an organization, reached through the calls themselves. */
import { resourceLimits } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { type Client, createTestEngine, refusalOf, type TestEngine } from '../../test/support/index.ts'

/**
 * Bounded objects, and how to create `count` of them, numbered from `first`. Policies and tags are tested with their
 * calls.
 */
const makers: Record<
  string,
  (root: Client, first: number, count: number, engine: TestEngine) => Promise<unknown>
> = {
  users: (root, first, count, engine) =>
    root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
      users: numbered(first, count, (n) => ({
        userName: `user ${n}`,
        apiKeys: [{ apiKeyName: 'key', publicKey: engine.apiKey().publicKey }],
        authenticators: [],
        userTags: [],
      })),
    }),
  wallets: async (root, first, count) => {
    for (const n of numbered(first, count, String)) {
      await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `wallet ${n}`, accounts: [] })
    }
  },
  invitations: async (root, first, count) => {
    const { userId: senderUserId } = await root.query('whoami')
    return root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
      invitations: numbered(first, count, (n) => ({
        receiverUserName: 'guest',
        receiverUserEmail: `guest${n}@example.com`,
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_ALL' as const,
        senderUserId,
      })),
    })
  },
  smartContractInterfaces: async (root, first, count) => {
    for (const n of numbered(first, count, Number)) {
      await root.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
        smartContractAddress: `0x${n.toString(16).padStart(40, '0')}`,
        smartContractInterface: '[]',
        type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
        label: 'Token',
      })
    }
  },
  privateKeys: (root, first, count) =>
    root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: numbered(first, count, (n) => ({
        privateKeyName: `key ${n}`,
        curve: 'CURVE_ED25519',
        privateKeyTags: [],
        addressFormats: [],
      })),
    }),
}

describe('resource limits', () => {
  it.each(Object.keys(makers) as (keyof typeof makers & keyof typeof resourceLimits)[])(
    '%s',
    async (resource) => {
      const engine = createTestEngine(`limit of ${resource}`)
      const { root, organizationId } = await engine.organization()
      const limit = resourceLimits[resource].parent!
      // The root user exists already.
      const room = resource === 'users' ? limit - 1 : limit
      await makers[resource]!(root, 0, room - 1, engine)
      const beyond = () => makers[resource]!(root, limit, 2, engine)
      if (resource !== 'wallets' && resource !== 'smartContractInterfaces') {
        // Two with room for one: neither is created.
        expect(await refusalOf(engine, organizationId, beyond)).toBe('RESOURCE_LIMIT_REACHED')
      }
      await makers[resource]!(root, room - 1, 1, engine)
      const oneMore = () => makers[resource]!(root, limit + 2, 1, engine)
      expect(await refusalOf(engine, organizationId, oneMore)).toBe('RESOURCE_LIMIT_REACHED')
    },
  )
})

const numbered = <T>(first: number, count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(first + index))
