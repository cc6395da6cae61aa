import { ROUTES } from '@keywright/devhost'
import { describe, expect, it } from 'vitest'
import { dev, withTestDev } from '../../test/support/shared.ts'

withTestDev()

describe('the description of /dev', () => {
  it('is part of the description of the API, which has nothing else under /dev', async () => {
    const { paths } = await dev.get<{ paths: Record<string, Record<string, unknown>> }>('/dev/openapi.json')
    const named = Object.entries(paths).flatMap(([path, operations]) =>
      path.startsWith('/dev') ? Object.keys(operations).map((method) => `${method} ${path}`) : [],
    )
    expect(named.toSorted()).toEqual(
      ROUTES.map(({ method, path }) => `${method.toLowerCase()} ${path}`).toSorted(),
    )
  })

  it('has an operation id for every call and route, each once', async () => {
    const { paths } = await dev.get<{ paths: Record<string, Record<string, { operationId?: string }>> }>(
      '/dev/openapi.json',
    )
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids).not.toContain(undefined)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('get_dev_inbox_id')
    expect(ids).toContain('get_dev_openapi_json')
  })

  /** Returns a page and needs parameters; `issuer.test.ts` of `hosts/development` covers it. */
  const PAGE = '/dev/issuer/authorize'

  it.each(ROUTES.filter(({ method, path }) => method === 'GET' && path !== PAGE).map(({ path }) => path))(
    'matches the response of GET %s',
    async (path) => {
      const response = await fetch(`${dev.server.url}${path.replace(/\{\w+\}/, 'unknown')}`)
      if (path.includes('{')) {
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({
          message: expect.stringMatching(/^there is no (such (?!route)|snapshot)/),
        })
      } else {
        expect(response.status).toBe(200)
        const type = path === '/dev/events' ? 'text/event-stream' : 'application/json'
        expect(response.headers.get('content-type')).toContain(type)
        await response.body?.cancel()
      }
    },
  )

  it.each(ROUTES.filter(({ input }) => input !== undefined && Object.keys(input).length > 0))(
    'names every field of $method $path with its type',
    async ({ path, input }) => {
      for (const [name, { type }] of Object.entries<{ type: string }>(input!)) {
        const wrong = type === 'string' ? 1 : 'text'
        expect(await dev.post(path, { [name]: wrong })).toMatchObject({
          code: 3,
          message: `the request is invalid: \`${name}\` is not of type ${type}`,
        })
      }
      expect(await dev.post(path, { stranger: 1 })).toMatchObject({
        message: 'the request is invalid: unknown member `stranger`',
      })
    },
  )
})
