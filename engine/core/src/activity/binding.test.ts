import { callList, calls, limits, type QueryCall } from '@keywright/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { queryPreparations } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, type World } from '../../test/callCoverage/world.ts'
import { type Client, sessionStamper } from '../../test/support/index.ts'

const queries = callList.filter((call) => call.kind === 'query') as QueryCall[]

let world: World
beforeAll(async () => {
  world = await createWorld()
})

async function codeOf(client: Client, path: string, body: object): Promise<string | undefined> {
  const response = await client.post({ path, text: JSON.stringify(body) })
  const { details = [] } = (await response.json()) as { details?: { errorCode?: string }[] }
  return details.find((detail) => detail.errorCode)?.errorCode
}

const bindingOf = ({ path }: QueryCall, age = 0) => ({
  timestampMs: String(world.engine.clock() - age * 1000),
  callPath: path,
})

describe.each(queries)('$name', (call) => {
  const prepared = async () => {
    const { client, parameters } = await queryPreparations[call.name](world)
    return { client, body: { organizationId: client.organizationId, ...parameters } }
  }

  it('accepts its own binding, and no binding', async () => {
    const { client, body } = await prepared()
    for (const binding of [{}, bindingOf(call), { timestampMs: null, callPath: null }]) {
      expect(await codeOf(client, call.path, { ...body, ...binding })).toBeUndefined()
    }
  })

  it('rejects the binding of another query', async () => {
    const { client, body } = await prepared()
    for (const { path } of everyNth(
      10,
      queries.filter(({ path }) => path !== call.path),
    )) {
      expect([path, await codeOf(client, path, { ...body, ...bindingOf(call) })]).toEqual([
        path,
        'CALL_PATH_MISMATCH',
      ])
    }
  })

  it('is accepted for the same time as a submit', async () => {
    const { client, body } = await prepared()
    const codes = [limits.timestampMaxAge, limits.timestampMaxAge + 1, -limits.timestampMaxAhead - 1].map(
      (age) => codeOf(client, call.path, { ...body, timestampMs: bindingOf(call, age).timestampMs }),
    )
    expect(await Promise.all(codes)).toEqual([undefined, 'TIMESTAMP_TOO_OLD', 'TIMESTAMP_TOO_FAR_AHEAD'])
  })

  it.each([
    ['a time that is not a number', { timestampMs: 'now' }, 'TIMESTAMP_MALFORMED'],
    ['a time that is not text', { timestampMs: 1 }, 'MEMBER_TYPE'],
    ['a path that is not text', { callPath: [] }, 'MEMBER_TYPE'],
    ['an empty path', { callPath: '' }, 'CALL_PATH_MISMATCH'],
  ])('rejects %s', async (_, binding, code) => {
    const { client, body } = await prepared()
    expect(await codeOf(client, call.path, { ...body, ...binding })).toBe(code)
  })
})

describe('an organization that requires bound queries', () => {
  let strict: World
  beforeAll(async () => {
    strict = await createWorld()
    await strict.root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
      name: 'FEATURE_NAME_BOUND_QUERIES',
      value: '',
    })
  })
  const now = () => String(strict.engine.clock())

  it.each(queries)('rejects an unbound $name', async ({ name, path }) => {
    const { parameters } = await queryPreparations[name](world)
    const { root } = strict
    const body = { organizationId: root.organizationId, ...parameters }
    for (const binding of [{}, { timestampMs: now() }, { callPath: path }]) {
      expect(await codeOf(root, path, { ...body, ...binding })).toBe('QUERY_BINDING_MISSING')
    }
    const isBound = await codeOf(root, path, { ...body, timestampMs: now(), callPath: path })
    expect(isBound).not.toBe('QUERY_BINDING_MISSING')
  })

  it('also protects its credentials when they read a sub-organization', async () => {
    const { root, sub } = strict
    const { path } = calls.list_users
    const body = { organizationId: sub.organizationId }
    expect(await codeOf(root, path, body)).toBe('QUERY_BINDING_MISSING')
    expect(await codeOf(root, path, { ...body, timestampMs: now(), callPath: path })).toBeUndefined()
    // The sub-organization hasn't enabled the feature.
    expect(await codeOf(sub.alice, path, body)).toBeUndefined()
  })

  it('lets a session read unbound, because its token signs nothing', async () => {
    const { root } = strict
    const { session } = await root.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const text = JSON.stringify({ organizationId: root.organizationId })
    const [name, value] = sessionStamper(session)(new Uint8Array())
    const url = `http://localhost${calls.whoami.path}`
    const response = await strict.engine.handle(
      new Request(url, { method: 'POST', body: text, headers: { [name]: value } }),
    )
    expect(response.status).toBe(200)
  })
})
