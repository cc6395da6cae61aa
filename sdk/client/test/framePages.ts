/** A page and a frame on two origins, served from this process and built like a user's project. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { framePage, framePageHeaders } from '../src/iframe/frameEntry.ts'

export interface Pages {
  readonly pageUrl: string
  readonly frameUrl: string
  close(): void
}

/**
 * @param script the page's module; the frame is the package's
 * @param policyOf content security policy of the page at a path, if it has one
 */
export async function servePages(
  script: string,
  signerPublicKey: string,
  policyOf: (path: string, frameUrl: string) => string | undefined = () => undefined,
): Promise<Pages> {
  const pages = await listen()
  const frames = await listen()
  const pageUrl = `http://localhost:${portOf(pages)}`
  // A different host name is a different origin.
  const frameUrl = `http://127.0.0.1:${portOf(frames)}`
  const allowedOrigins = [pageUrl]
  const framed = { scriptUrl: '/frame.js', allowedOrigins }
  const frameScript = await bundle(
    `import { startFrame } from './src/iframe/frameEntry.ts'\nstartFrame(${JSON.stringify({ allowedOrigins, signerPublicKey })})`,
  )
  answer(pages, { '/page.js': await bundle(script), '/frame.js': frameScript }, async (path) => {
    if (path === '/frame.html') return [framePage(framed), framePageHeaders(framed)]
    const policy = policyOf(path, frameUrl)
    return [
      '<!doctype html><title>page</title><main></main><script type="module" src="/page.js"></script>',
      { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) },
    ]
  })
  answer(frames, { '/frame.js': frameScript }, async () => [framePage(framed), framePageHeaders(framed)])
  return {
    pageUrl,
    frameUrl,
    close() {
      for (const server of [pages, frames]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

type Answer = [text: string, headers: Readonly<Record<string, string>>]

function answer(
  server: Server,
  scripts: Record<string, string>,
  page: (path: string) => Promise<Answer>,
): void {
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const script = scripts[pathname]
    // A frame with an opaque origin fetches its module as `null`.
    const scriptHeaders = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }
    const [text, headers] = script === undefined ? await page(pathname) : [script, scriptHeaders]
    response.writeHead(200, headers).end(text)
  })
}

async function listen(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function bundle(contents: string): Promise<string> {
  const resolveDir = new URL('..', import.meta.url).pathname
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return outputFiles[0]!.text
}
