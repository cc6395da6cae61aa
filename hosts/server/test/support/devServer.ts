/** A development server for tests, on a real socket, with a client of its root user. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeyStamper, type Client, createClient } from '@keywright/engine/test'
import { type DevServer, type DevServerOptions, startDevServer } from '../../src/dev/startDevServer.ts'

export interface TestDev {
  readonly server: DevServer
  readonly folder: string
  readonly root: Client
  get<T = Record<string, never>>(path: string): Promise<T>
  post<T = Record<string, never>>(path: string, body?: unknown): Promise<T>
  remove(path: string): Promise<Response>
  close(): Promise<void>
}

export async function startTestDev(options: Partial<DevServerOptions> = {}): Promise<TestDev> {
  const folder = options.stateDir ?? mkdtempSync(join(tmpdir(), 'keywright-dev-'))
  const server = await startDevServer({ port: 0, ...options, stateDir: folder })
  const at = (path: string) => `${server.url}${path}`
  return {
    server,
    folder,
    root: rootOf(server),
    get: async (path) => (await fetch(at(path))).json() as never,
    post: async (path, body) =>
      (await fetch(at(path), { method: 'POST', body: JSON.stringify(body ?? {}) })).json() as never,
    remove: (path) => fetch(at(path), { method: 'DELETE' }),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A client of the first organization's root user, over the socket. */
export function rootOf(server: Pick<DevServer, 'url' | 'organizationId' | 'apiKey'>): Client {
  const { url, organizationId, apiKey } = server
  return createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId,
    stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }),
    baseUrl: url,
  })
}
