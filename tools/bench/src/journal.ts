/** `keywright journal verify` on an organization that has signed often, compared with the checks of its stamps alone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createStamp, generateApiKeyPair, platformRandom, toUtf8, verifyStamp } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { query, startPostgres } from '@keywright/server/test'
import { costOf } from './inMemory/openEngine.ts'
import { startLoad } from './server/load.ts'
import { openDatabase } from './server/openDatabase.ts'
import { cpuSeconds } from './server/processCost.ts'
import { makeTargets } from './server/targets.ts'
import { atLeast, atMost, mb, percent, printTable, us } from './table.ts'

const CLI = fileURLToPath(new URL('../../../cli/bin/keywright.mjs', import.meta.url))
const ENTRIES = Number(process.env['KEYWRIGHT_BENCH_ENTRIES'] ?? 20_000)
const CORES = 2
const SAMPLE_MS = 50

export async function benchJournal(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  const postgres = await startPostgres({ isOwn: true })
  const load = startLoad()
  try {
    const databaseUrl = await postgres.createDatabase()
    const { organizationId, apiKey, start } = await openDatabase(databaseUrl, folder, 'Bench')
    const server = await start(1)
    const [target] = await makeTargets({ url: server.url, organizationId, apiKey })
    await load.ask({ ask: 'prepare', count: ENTRIES, targets: [target!], apiKey })
    await load.ask({ ask: 'send', urls: [server.url], atOnce: 32, count: ENTRIES })
    await server.stop()
    await query(databaseUrl, 'ANALYZE')
    const stamp = await costOfStamp()
    const { client, database, seconds, bytes } = await verify(databaseUrl, join(folder, 'root secret'))
    const each = ((client + database) / ENTRIES) * 1e6
    printTable('journal', [
      {
        what: 'verify, processor time per entry',
        value: us(each),
        reference: `${us(stamp)} its stamp alone`,
        ratio: percent(stamp / each),
      },
      { what: '  of the command', value: us((client / ENTRIES) * 1e6) },
      { what: '  of the database', value: us((database / ENTRIES) * 1e6) },
      {
        what: '  entries per second',
        value: `${(ENTRIES / seconds).toFixed(0)}/s`,
        reference: `${((CORES * 1e6) / each).toFixed(0)}/s if ${CORES} cores do nothing else`,
        ...atLeast(ENTRIES / seconds, 5_000, '5000/s'),
      },
      { what: '  memory', value: mb(bytes), ...atMost(bytes, 150 * 1024 * 1024, '150 MB') },
    ])
  } finally {
    load.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Microseconds to check one stamp. */
async function costOfStamp(): Promise<number> {
  plugNodeCrypto(() => undefined)
  const body = toUtf8('x'.repeat(400))
  const { privateKey } = generateApiKeyPair(platformRandom)
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', body, privateKey)
  await costOf(2_000, () => verifyStamp(stamp, body))
  return costOf(10_000, () => verifyStamp(stamp, body))
}

/** Seconds of processor time, and the most memory. */
async function verify(databaseUrl: string, keyFile: string) {
  const words = [CLI, 'journal', 'verify', '--key-file', keyFile]
  const child = spawn(process.execPath, words, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const started = performance.now()
  const exited = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  let [client, bytes] = [0, 0]
  const backends = new Map<number, number>()
  while (child.exitCode === null) {
    client = (await cpuSeconds(child.pid!).catch(() => client)) || client
    bytes = Math.max(bytes, peakOf(child.pid!))
    const rows = (await query(
      databaseUrl,
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )) as { pid: number }[]
    for (const { pid } of rows) backends.set(pid, await cpuSeconds(pid).catch(() => backends.get(pid) ?? 0))
    await new Promise((done) => setTimeout(done, SAMPLE_MS))
  }
  const [code] = await exited
  const seconds = (performance.now() - started) / 1_000
  if (code !== 0) throw new Error(`verify ended with ${code}: ${said}`)
  const database = [...backends.values()].reduce((sum, one) => sum + one, 0)
  return { client, database, seconds, bytes }
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
