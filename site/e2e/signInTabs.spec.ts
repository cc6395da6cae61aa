/** The browser SDK in two tabs of one origin, which share a storage and Web Locks. */
import { expect, test } from '@playwright/test'
import { build } from 'esbuild'

const APP = `
  import { KeywrightBrowser } from '@keywright/browser'
  globalThis.keywright = new KeywrightBrowser({
    apiBaseUrl: 'https://keywright.example',
    defaultOrganizationId: '0b6d4c0e-0000-4000-8000-000000000000',
    serverSignUrl: '/keywright',
  })`
/** Each is a first sign-in, on an origin of its own. */
const ORIGINS = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`)

test('tabs that start a sign-in together wait for a token of the same key', {
  tag: '@nightly',
}, async ({ context }) => {
  const stdin = { contents: APP, resolveDir: import.meta.dirname }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  await context.route('https://*.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="/app.js"></script>',
    }),
  )
  await context.route('https://*.example/app.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]!.text }),
  )
  const tabs = [await context.newPage(), await context.newPage()]
  for (const origin of ORIGINS) {
    await Promise.all(tabs.map((tab) => tab.goto(origin)))
    const [one, other] = await Promise.all(tabs.map((tab) => tab.evaluate('keywright.prepareOauth()')))
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect(other).toBe(one)
  }
})
