/**
 * The longest responses: an organization at every limit of the contract, with objects of maximum size. Every query
 * runs on it, so its work is bounded by the size of its response.
 */
import {
  addressFormats,
  callList,
  limits,
  objectBytesOf,
  type QueryName,
  resourceLimits,
} from '@keywright/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, Write } from '../../src/store/store.ts'
import { queryPreparations } from '../callCoverage/accepted/index.ts'
import { createWorld, type World } from '../callCoverage/world.ts'
import { CallRefused, vouchForAll } from '../support/index.ts'

type Limits = typeof resourceLimits
type Listed = Exclude<
  { [R in keyof Limits]: Limits[R]['per'] extends 'organization' ? R : never }[keyof Limits],
  'subOrganizations' | 'smartContractInterfaces'
>

const longName = (n: number | string) => `é${n}`.padEnd(limits.nameLength, 'é')
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

let world: World
let longest = 0
let userTags: string[]
let privateKeyTags: string[]

/** Creates an object with the longest names and lists, and with a text of `length` characters if a text may be long. */
const makers: Readonly<Record<Listed, (length: number) => Promise<unknown>>> = {
  users: (length) =>
    world.root.run('ACTIVITY_TYPE_CREATE_USERS_V4', {
      users: [
        {
          userName: longName('user'),
          userEmail: 'longest@example.com',
          apiKeys: numbers(10).map((n) => ({
            apiKeyName: longName(n),
            publicKey: world.engine.apiKey().publicKey,
            curveType: 'API_KEY_CURVE_P256' as const,
          })),
          authenticators: numbers(10).map((n) => ({
            ...world.engine.passkey().register(),
            authenticatorName: longName(n),
          })),
          oauthProviders: numbers(10).map((n) => ({
            providerName: longName(n),
            oidcClaims: { iss: world.issuer.url, aud: 'é'.repeat(Math.floor(length / 10)), sub: `${n}` },
          })),
          userTags,
        },
      ],
    }),
  policies: (length) =>
    world.root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: longName('policy'),
      effect: 'EFFECT_DENY',
      condition: `false || '${'é'.repeat(1_000)}' == ''`,
      notes: 'é'.repeat(length),
    }),
  invitations: () =>
    world.root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
      invitations: [
        {
          receiverUserName: longName('receiver'),
          receiverUserEmail: 'receiver@example.com',
          receiverUserTags: userTags,
          accessType: 'ACCESS_TYPE_WEB',
          senderUserId: world.rootUserId,
        },
      ],
    }),
  tags: () => world.root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: longName('tag'), userIds: [] }),
  wallets: () =>
    world.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: longName('wallet'), accounts: [] }),
  walletAccounts: () =>
    world.root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
      walletId: world.walletId,
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/2147483647'/2147483647/2147483647",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
          name: longName('account'),
        },
      ],
    }),
  privateKeys: () =>
    world.root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        {
          privateKeyName: longName('key'),
          curve: 'CURVE_SECP256K1',
          privateKeyTags,
          addressFormats: addressFormats
            .filter(({ curves }) => (curves as readonly string[]).includes('CURVE_SECP256K1'))
            .map(({ format }) => format),
        },
      ],
    }),
  webhookEndpoints: (length) =>
    world.root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
      url: `https://hooks.example/${'x'.repeat(length)}`,
      name: longName('hook'),
      subscriptions: [],
    }),
}

const TOO_LONG = ['OBJECT_TOO_LARGE', 'BODY_TOO_LARGE', 'WEBHOOK_URL_INVALID']

async function makeLargest(make: (length: number) => Promise<unknown>): Promise<void> {
  for (let length: number = limits.smallBodyBytes; length > 1; length = Math.floor(0.97 * length)) {
    world.engine.clock.advance({ milliseconds: 1 })
    const refusal = await make(length).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal === undefined) return
    if (!(refusal instanceof CallRefused) || !TOO_LONG.includes(refusal.errorCode!)) throw refusal
  }
}

/** Creates an object of the table, and copies of it up to the limit of the organization. */
async function fill(table: Listed): Promise<void> {
  const { store } = world.engine.ports
  const { organizationId: organization } = world
  const before = new Set((await store.list(organization, table)).map(({ id }) => id))
  await makeLargest(makers[table])
  const rows = await store.list(organization, table)
  const largest = rows.find(({ id }) => !before.has(id))!
  const text = JSON.stringify(largest.value)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(objectBytesOf(table))
  const most = resourceLimits[table].parent ?? limits.pageMax
  const writes = numbers(most - rows.length).map((n): Write => {
    const id = largest.id.slice(0, 28) + n.toString(16).padStart(8, '0')
    return { organization, table, id, value: JSON.parse(text.replaceAll(largest.id, id)) as Json }
  })
  await store.commit({ guards: [], writes })
}

async function makeTags(type: 'USER' | 'PRIVATE_KEY'): Promise<string[]> {
  const made: string[] = []
  for (const n of numbers(resourceLimits.tags.parent / 2 - 5)) {
    const { root } = world
    const name = longName(`${type} ${n}`)
    made.push(
      type === 'USER'
        ? (await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: name, userIds: [] })).userTagId
        : (
            await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
              privateKeyTagName: name,
              privateKeyIds: [],
            })
          ).privateKeyTagId,
    )
  }
  return made
}

beforeAll(async () => {
  world = await createWorld('longest answers')
  userTags = await makeTags('USER')
  privateKeyTags = await makeTags('PRIVATE_KEY')
  for (const table of Object.keys(makers) as Listed[]) await fill(table)
  await vouchForAll(world.engine, world.organizationId)
})

afterAll(() => {
  console.log(`longest answer: ${longest} of ${limits.listBytes} bytes`)
})

describe('the longest response stays within its limit', () => {
  const queries = callList.filter(({ kind }) => kind === 'query')

  it.each(queries.map(({ name }) => name))('%s', async (name) => {
    const { client, parameters } = await queryPreparations[name as QueryName](world)
    // Without a user id, some queries return all users; of a paged query, the largest page counts.
    const { userId: _all, ...rest } = parameters as { userId?: string }
    const pages = 'paginationOptions' in rest ? { paginationOptions: { limit: `${limits.pageMax}` } } : {}
    for (const filters of [parameters, { ...rest, ...pages }]) {
      const text = JSON.stringify({ organizationId: client.organizationId, ...filters })
      const response = await client.post({ path: `/public/v1/query/${name}`, text })
      const answer = await response.text()
      if (response.status === 400 && answer.includes('MEMBER_MISSING')) continue
      expect(response.status, answer.slice(0, 300)).toBe(200)
      longest = Math.max(longest, Buffer.byteLength(answer))
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(limits.listBytes)
    }
  })
})
