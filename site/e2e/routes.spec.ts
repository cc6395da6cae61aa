/** Responses of the server for specified routes and all other URLs. */
import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { routes } from './support/routes.ts'
import { expect, test, visit } from './support/test.ts'

test('every route returns 200 with a unique title and description', async ({ request }) => {
  expect(new Set(routes).size).toBe(routes.length)
  const titles = new Map<string, string>()
  const descriptions = new Map<string, string>()
  for (const route of routes) {
    const response = await request.get(route, { maxRedirects: 0 })
    expect(response.status(), route).toBe(200)
    expect(response.headers()['content-type'], route).toBe('text/html; charset=utf-8')
    const html = await response.text()
    const title = /<title>(.+) \| Keywright<\/title>/.exec(html)?.[1] ?? ''
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect.soft(title.length, `title of ${route}`).toBeGreaterThan(0)
    expect.soft(description.length, `description of ${route}`).toBeGreaterThan(30)
    expect.soft(titles.get(title), `another page with the title of ${route}`).toBeUndefined()
    expect.soft(descriptions.get(description), `another page described as ${route}`).toBeUndefined()
    titles.set(title, route)
    descriptions.set(description, route)
    expect
      .soft(html, route)
      .toContain(`<link rel="canonical" href="https://docs.keywright.example${route}"/>`)
  }
})

/** Routes of in-site navigation. The API reference is a document of its own. */
const navigable = routes.filter((route) => route !== '/api/')

test('the fragment of every route has the document’s page-specific head, and the rest of the head is the same', async ({
  request,
}) => {
  const shared = new Set<string>()
  for (const route of navigable) {
    const fragment = await request.get(`/_p${route.endsWith('/') ? `${route}index` : route}.json`)
    const document = await (await request.get(route)).text()
    // The part that in-site navigation replaces ends before the shared elements.
    const [start, end] = [document.indexOf('<title>'), document.indexOf('<meta name="theme-color"')]
    expect(document.slice(start, end), route).toBe((await fragment.json()).head)
    shared.add(document.slice(end, document.indexOf('</head>')).replace(/<style>.*?<\/style>/gs, ''))
  }
  expect([...shared]).toHaveLength(1)
})

test('an unknown path shows the not-found page with status 404', async ({ page, watch }) => {
  watch.allow(/status of 404/)
  const response = await page.goto('/concepts/walets')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found | Keywright')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Follow the quickstart' }).click()
  await expect(page).toHaveURL('/getting-started/quickstart')
})

test('the not-found page opens the search', async ({ page, watch }) => {
  watch.allow(/status of 404/)
  await visit(page, '/nowhere')
  await page.getByRole('button', { name: 'Search the documentation' }).click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
})

test('the content security policy allows only hashed inline scripts and styles, no eval, and no other origin', async ({
  request,
}) => {
  const policy = (await request.get('/')).headers()['content-security-policy']!
  const directives = new Map(
    policy.split(';').map((one) => [one.trim().split(' ')[0]!, one.trim().split(' ').slice(1).join(' ')]),
  )
  expect(directives.get('default-src')).toBe("'none'")
  expect(directives.get('font-src')).toBe("'self'")
  expect(directives.get('connect-src')).toBe("'self'")
  const allowed = { script: new Set<string>(), style: new Set<string>() }
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const paths = Array.from(
    sitemap.matchAll(/<loc>(.*?)<\/loc>/g),
    ([, address]) => new URL(address!).pathname,
  )
  expect(paths.length).toBeGreaterThan(90)
  for (const path of [...paths, '/nowhere']) {
    const response = await request.get(path)
    expect(response.headers()['content-security-policy'], path).toBe(policy)
    const html = await response.text()
    for (const kind of ['script', 'style'] as const)
      for (const [, text] of html.matchAll(new RegExp(`<${kind}>([^]*?)</${kind}>`, 'g')))
        allowed[kind].add(`'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
  }
  for (const kind of ['script', 'style'] as const)
    expect(directives.get(`${kind}-src`)!.split(' ').toSorted()).toEqual(
      ["'self'", ...allowed[kind]].toSorted(),
    )
  expect(directives.get('base-uri')).toBe("'none'")
  expect(directives.get('frame-ancestors')).toBe("'none'")
  expect(policy).not.toContain('unsafe')
})

/** Upper bound of the script that every page loads before it is idle, in bytes as sent. */
const MOST_SCRIPT = 10_000

test('reading a page needs little script', async ({ page }) => {
  const scripts: Promise<number>[] = []
  let hasLoaded = false
  page.on('load', () => {
    hasLoaded = true
  })
  page.on('request', (request) => {
    if (request.resourceType() !== 'script' || hasLoaded) return
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await visit(page, '/concepts/policies/overview')
  const sizes = await Promise.all(scripts)
  expect(sizes.length).toBe(1)
  expect(sizes[0]).toBeGreaterThan(0)
  expect(sizes[0]).toBeLessThanOrEqual(MOST_SCRIPT)
})

test('the sitemap lists every indexable page, and robots.txt names it', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https:\/\/docs\.keywright\.example([^<]*)<\/loc>/g)].map(
    ([, path]) => path!,
  )
  const hidden = ['/markdown-page']
  expect(listed.toSorted()).toEqual(routes.filter((route) => !hidden.includes(route)).toSorted())
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('User-agent: *')
  expect(robots).toContain('Sitemap: https://docs.keywright.example/sitemap.xml')
})

/** Upper bound of a document without its text (style sheet, shell and theme script) in bytes of Brotli. */
const MOST_BESIDE_TEXT = 9_700

test('documents contain little more than their text', async ({ request }) => {
  for (const path of [
    '/concepts/policies/overview',
    '/concepts/wallets',
    '/api-overview/errors',
    '/changelog',
    '/faq',
  ]) {
    const document = await (await request.get(path)).text()
    const { main } = (await (await request.get(`/_p${path}.json`)).json()) as { main: string }
    expect(brotliCompressSync(document).length - brotliCompressSync(main).length, path).toBeLessThan(
      MOST_BESIDE_TEXT,
    )
  }
})

test('an address in other letter case, or with what was copied after it, leads to its page and section', async ({
  page,
  watch,
}) => {
  watch.allow(/404/)
  for (const [address, route] of [
    ['/FAQ?a=b#top', '/faq?a=b#top'],
    ['/SDKs/ruby', '/sdks/Ruby'],
    ['/faq).', '/faq'],
    ['/concepts/wallets#Private-Keys', '/concepts/wallets#private-keys'],
    ['/api-overview/errors#not_permitted_by_policy).', '/api-overview/errors#NOT_PERMITTED_BY_POLICY'],
    ['/api/#CREATE_WALLET', '/api/#create_wallet'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveURL(route)
    await expect(page.locator('.layout')).not.toHaveAttribute('data-kind', 'not-found')
    const id = /#(?!top)(.+)/.exec(route)?.[1]
    if (id) await expect(page.locator(`[id="${id}"]`)).toBeInViewport()
  }
})
