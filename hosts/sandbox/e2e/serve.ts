/** Builds the test page and the runner and serves them with the content security policy of the site. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildRunner } from '../builder/buildRunner.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const outDir = join(here, '../node_modules/.cache/e2e')
const port = Number(process.env['KEYWRIGHT_TEST_PORT'] ?? 4496) + 4

/** The site's policy, with its own frames allowed. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { input: join(here, 'page.ts'), output: { entryFileNames: 'page.js' } },
  },
})
writeFileSync(
  join(outDir, 'index.html'),
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title><body><h1>Untouched</h1><script type="module" src="/page.js"></script></body></html>',
)
const { frameHeaders } = await buildRunner({
  outDir: join(outDir, 'runner'),
  modules: ['@keywright/client', '@keywright/client/api-key'],
  resolveFrom: here,
})

/** Requests for unknown paths, which an escape would cause. */
const strays: string[] = []

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/strays') {
    response.setHeader('content-type', 'application/json')
    return void response.end(JSON.stringify(strays))
  }
  const path = normalize(pathname === '/' ? '/index.html' : pathname)
  try {
    const body = readFileSync(join(outDir, path))
    const headers = path === '/runner/frame.html' ? frameHeaders : { 'Content-Security-Policy': PAGE_POLICY }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    response.end(body)
  } catch {
    if (pathname !== '/favicon.ico') strays.push(`${request.method} ${request.url}`)
    // Send a readable response, so that an escaped request succeeds and is noticed.
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' })
    response.end('escaped')
  }
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
