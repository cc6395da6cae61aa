import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev, type TestDev } from '../testing/devServer.ts'
import { ROUTES } from './openapi.ts'
import { STYLE_PATH } from './pages/style.ts'
import { devRoutes } from './routes.ts'
import type { DevHost } from './startDevServer.ts'

let dev: TestDev
beforeAll(async () => {
  dev = await startTestDev()
})
afterAll(() => dev.close())

/** `GET /dev/inbox/{id}` of what was registered; the middleware, the last resort and the style sheet are no routes. */
function registered(): string[] {
  const { routes } = devRoutes({} as DevHost)
  return routes
    .filter(({ method, path }) => method !== 'ALL' && path !== STYLE_PATH)
    .map(({ method, path }) => `${method} /dev${path === '/' ? '' : path.replace(/:(\w+)/g, '{$1}')}`)
}

describe('the description of /dev', () => {
  it('names every route that exists, and none that does not', () => {
    const described = ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(described.toSorted()).toEqual(registered().toSorted())
  })

  it('is part of the description of the API, which has nothing else under /dev', async () => {
    const { paths } = await dev.get<{ paths: Record<string, Record<string, unknown>> }>('/dev/openapi.json')
    const named = Object.entries(paths).flatMap(([path, operations]) =>
      path.startsWith('/dev') ? Object.keys(operations).map((method) => `${method} ${path}`) : [],
    )
    expect(named.toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it.each(ROUTES.filter(({ method }) => method === 'get').map(({ path }) => path))(
    'is kept by GET %s',
    async (path) => {
      const response = await fetch(`${dev.server.url}${path.replace(/\{\w+\}/, 'unknown')}`)
      if (path.includes('{')) {
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({
          message: expect.stringMatching(/^there is no such (?!route)/),
        })
      } else {
        expect(response.status).toBe(200)
        const type = path.endsWith('.html') ? 'text/html' : 'application/json'
        expect(response.headers.get('content-type')).toContain(type)
        await response.body?.cancel()
      }
    },
  )

  it.each(ROUTES.filter(({ input }) => input !== undefined && Object.keys(input).length > 0))(
    'names every member that $method $path takes, with its type',
    async ({ path, input }) => {
      for (const [name, { type }] of Object.entries(input!)) {
        const wrong = type === 'string' ? 1 : 'text'
        expect(await dev.post(path, { [name]: wrong })).toMatchObject({
          code: 3,
          message: `\`${name}\` is not of type ${type}`,
        })
      }
      expect(await dev.post(path, { stranger: 1 })).toMatchObject({ message: 'unknown member `stranger`' })
    },
  )
})
