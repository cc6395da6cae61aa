/** A development server with the state of the bad-request tests, created in memory and imported. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseSnapshot, toSnapshotText } from '@keywright/devhost'
import { collectContents, verifyJournal } from '@keywright/engine'
import { type BadInputHost, type Prepared, prepareBadInput } from '@keywright/engine/badInput/suite'
import { DEV, hostRows } from '@keywright/host'
import { toHex } from '@keywright/keys'
import Database from 'libsql'
import { DATABASE_FILE } from '../../src/dev/stateFolder.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { startTestDev, type TestDev } from '../support/devServer.ts'

export interface SocketBadInputHost extends BadInputHost {
  readonly dev: TestDev
  close(): Promise<void>
}

/** A seed freezes the clock, as in the tests' state. */
const SEED = 1

export async function startBadInputHost(): Promise<SocketBadInputHost> {
  const faults: unknown[] = []
  const dev = await startTestDev({
    seed: SEED,
    log: (entry) => void (entry.level === 'error' && faults.push(entry)),
  })
  const others = await openOthers()
  const prepared = await importWorld(dev, others.url)
  others.answerWith(prepared.world.issuer.fetch)
  prepared.world.engine.handle = (request) => forward(request, dev.server.url)
  const database = new Database(join(dev.folder, DATABASE_FILE), { readonly: true })
  // Every change of an organization raises its version; changes of the outbox and of the server's own rows don't.
  const versions = database.prepare('SELECT coalesce(sum(version), 0) AS sum FROM organizations')
  return {
    dev,
    prepared,
    commits: () => (versions.get() as { sum: number }).sum,
    faults: () => faults,
    heads: () => headsOf(dev),
    idle: async () => undefined,
    async passMinutes(minutes) {
      await dev.post('/dev/clock/advance', { seconds: minutes * 60 })
    },
    async close() {
      database.close()
      await dev.close()
      await others.close()
    },
  }
}

async function importWorld(dev: TestDev, othersUrl: string): Promise<Prepared> {
  const { state } = await parseSnapshot(await exportOf(dev))
  const { now: start } = await dev.get<{ now: number }>('/dev/clock')
  const store = openSqliteStore(':memory:')
  const prepared = await prepareBadInput({
    store,
    issuerUrl: othersUrl,
    webhookReceiver: othersUrl,
    settings: { allowsPrivateTargets: true, messageLinkOrigins: 'any' },
  })
  const { engine, organizationId, rootKey } = prepared.world
  await hostRows(store, DEV).put('clock', 'offset', engine.clock() - start)
  const { publicKey, privateKey } = rootKey
  const text = await toSnapshotText(
    {
      ...state,
      rootSecret: toHex(engine.ports.rootSecret),
      apiKey: { publicKey, privateKey: privateKey as string },
      organizationId,
    },
    await collectContents(store.readAll()),
  )
  store.close()
  const response = await fetch(`${dev.server.url}/dev/import`, { method: 'POST', body: text })
  if (response.status !== 200) throw new Error(await response.text())
  return prepared
}

const exportOf = async ({ server }: TestDev) => (await fetch(`${server.url}/dev/export`)).text()

async function headsOf(dev: TestDev): Promise<Map<string, string>> {
  const store = openSqliteStore(':memory:')
  await store.replaceAll([await parseSnapshot(await exportOf(dev))])
  const heads = new Map<string, string>()
  for (const id of await store.organizations()) {
    const verdict = await verifyJournal(store, id)
    heads.set(id, verdict.ok ? verdict.head : `broken: ${verdict.reason}`)
  }
  store.close()
  return heads
}

async function forward(request: Request, origin: string): Promise<Response> {
  const { method, headers, url } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return fetch(`${origin}${url.slice('http://localhost'.length)}`, { method, headers, body })
}

/** A socket that stands in for an issuer, whose documents are created later, and for webhook receivers. */
async function openOthers() {
  let fetchDocument: (url: string) => Promise<Response> = async () => new Response(null, { status: 404 })
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') return void request.resume().on('end', () => response.writeHead(204).end())
    const document = await fetchDocument(`${url}${request.url}`)
    return void response.writeHead(document.status).end(await document.text())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    answerWith: (fetch: typeof fetchDocument) => void (fetchDocument = fetch),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
