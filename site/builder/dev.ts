/**
 * `npm run dev`: serves the site from its sources. Changes to pages, styles, client and rendering code show up without
 * a restart. Option: `--port <n>` (default: 3000 or the next free port).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sirv from 'sirv'
import { createServer as createVite } from 'vite'
import { type Assets, pageStyles } from '../src/config/model.ts'
import { normalizePath } from '../src/config/routes.ts'
import { bundleEarly, clientConfig } from './client/bundle.ts'
import type { DevSite, readDevSite } from './devSite.ts'
import { addressesOf } from './output/securityHeaders.ts'
import { writeRunner } from './sandbox/runnerFiles.ts'
import { contentTypeOf } from './server/contentTypes.ts'
import { decodePath } from './server/handler.ts'
import { listen, readPort } from './server/listen.ts'
import { siteDir } from './site.ts'

const { values } = parseArgs({
  options: { port: { type: 'string' } },
})

const THEME = '/theme.js'
const ANNOUNCEMENT = '/announcement.js'
const assets: Assets = {
  styles: pageStyles((name) => ({ href: `/src/styles/${name}.css` })),
  configured: { href: '/src/styles/configured.css' },
  lateStyles: pageStyles((name) => `/src/styles/${name}-late.css`),
  theme: { href: THEME },
  announcement: { href: ANNOUNCEMENT },
  boot: '/src/frame/script/boot.ts',
}

const server = createServer()
/** Written once. Changes to examples and the SDK need a restart. */
const runnerDir = join(siteDir, '.cache/dev')
const frames = await writeRunner(runnerDir)
const sendRunnerFile = sirv(runnerDir, { dev: true, extensions: ['html'] })
const vite = await createVite({
  ...clientConfig,
  appType: 'custom',
  publicDir: 'static',
  server: { middlewareMode: true, hmr: { server } },
})

let current: Promise<DevSite> | undefined
let shownProblems = ''
/** Checking all pages blocks the server, so the changed page loads first. */
let checks: NodeJS.Timeout | undefined

/** Returns the current site. Vite reloads changed code. */
function currentSite(): Promise<DevSite> {
  current ??= (async () => {
    const module = (await vite.ssrLoadModule('/builder/devSite.ts')) as { readDevSite: typeof readDevSite }
    const site = await module.readDevSite(assets)
    clearTimeout(checks)
    checks = setTimeout(() => showProblems(site), 1000)
    return site
  })()
  // After an error in the code, the next request tries again.
  current.catch(() => (current = undefined))
  return current
}

function showProblems(site: DevSite): void {
  try {
    const problems = site.problems()
    if (problems !== shownProblems) console.log(problems || 'No problems left')
    shownProblems = problems
  } catch (error) {
    console.error(error)
  }
}

vite.watcher.on('all', (_event, path) => {
  if (/\.css$|[\\/](?:dist|\.cache|node_modules)[\\/]|\.test\./.test(path)) return
  current = undefined
  vite.ws.send({ type: 'full-reload' })
})

server.on('request', (request, response) => {
  answer(request, response).catch((error: Error) => {
    vite.ssrFixStacktrace(error)
    console.error(error)
    send(response, 500, 'text/plain; charset=utf-8', `${error.stack}\n`)
  })
})
const port = await listen(server, readPort(values.port))
console.log(`The site from its sources, reloaded on change:\n\n  http://127.0.0.1:${port}/\n`)
// Start even with errors, so that they can be fixed while it runs.
await currentSite().catch((error: Error) => console.error(error.message))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = decodePath(new URL(request.url ?? '/', 'http://localhost').pathname)
  if (path === undefined) return send(response, 400, 'text/plain; charset=utf-8', 'Malformed address\n')
  if (path === THEME) return send(response, 200, contentTypeOf(path), await bundleEarly('theme'))
  if (path === ANNOUNCEMENT)
    return send(response, 200, contentTypeOf(path), await bundleEarly('announcement'))
  if (path.startsWith('/runner/')) return sendRunner(request, response, path)
  const site = await currentSite()
  const route = normalizePath(path)
  const document = site.document(route)
  if (document !== undefined) {
    if (route === path) return send(response, 200, 'text/html; charset=utf-8', withHotReload(document))
    response.writeHead(301, { Location: encodeURI(route) }).end()
    return
  }
  const file = site.file(path)
  if (file !== undefined) return send(response, 200, contentTypeOf(path), file)
  vite.middlewares(request, response, () => {
    send(response, 404, 'text/html; charset=utf-8', withHotReload(site.notFound()))
  })
}

function sendRunner(request: IncomingMessage, response: ServerResponse, path: string): void {
  const frame = Object.keys(frames).find((one) => addressesOf(one).includes(path))
  if (frame !== undefined) response.setHeaders(new Map(Object.entries(frames[frame]!)))
  sendRunnerFile(request, response)
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body)
}

function withHotReload(document: string): string {
  return document.replace('</head>', '<script type="module" src="/@vite/client"></script></head>')
}
