/**
 * `npm run load`: measures a running server under load, so that teams can size their machines.
 *
 * Separate processes stamp and send requests. A fixed number of requests is always under way: the next is sent after
 * a response.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiPublicKeyOf } from '@keywright/keys'
import { startPostgres } from '@keywright/server/test'
import { cpuOf, usageOf } from './measure.ts'
import { load, makeTargets, openDatabase, summaryOf } from './server/load.ts'
import { mb, ms, perSecond, printTable } from './table.ts'

const USAGE = `npm run load -- [options]

Without --url, a PostgreSQL and processes of \`keywright serve\` are started, and ended afterwards.

  --processes N        so many processes of the server; default: 1
  --url URL            a started server instead; more than once for several processes of it
  --pid PID            a process whose processor time and memory are measured, with --url, on Linux; more than once
  --organization ID    the parent of the sub-organizations, with --url; KEYWRIGHT_API_PRIVATE_KEY is a root user's key
  --seconds N          how long; default: 10
  --at-once N          requests under way; default: 32
  --stampers N         processes that stamp and send; default: 1`

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1' },
    url: { type: 'string', multiple: true },
    pid: { type: 'string', multiple: true },
    organization: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '32' },
    stampers: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
})
if (values.help) end(0, USAGE)

const [processes, seconds, atOnce, stampers] = (['processes', 'seconds', 'at-once', 'stampers'] as const).map(
  (name) => {
    if (/^[1-9][0-9]{0,5}$/.test(values[name])) return Number(values[name])
    return end(2, `--${name} is \`${values[name]}\`, and has to be a whole number from 1\n\n${USAGE}`)
  },
) as [number, number, number, number]

const WARM_UP_SECONDS = 3

const server = values.url ? given(values.url) : await start()
try {
  await measure(server)
} finally {
  await server.stop()
}
process.exit(0)

function end(code: number, text: string): never {
  console[code === 0 ? 'log' : 'error'](text)
  process.exit(code)
}

/** `pids` are processes of this machine, and the key is a root user's. */
function given(urls: readonly string[]) {
  const privateKey = process.env['KEYWRIGHT_API_PRIVATE_KEY']
  const organizationId = values.organization
  if (!privateKey || !organizationId)
    end(2, `--url wants --organization, and the key of a root user in KEYWRIGHT_API_PRIVATE_KEY\n\n${USAGE}`)
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', privateKey)
  const pids = (values.pid ?? []).map(Number)
  return { urls, pids, organizationId, apiKey: { publicKey, privateKey }, stop: async () => undefined }
}

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-load-'))
  const postgres = await startPostgres({ waitsForDisk: true })
  const { organizationId, apiKey, start } = await openDatabase(await postgres.createDatabase(), folder)
  const started = await Promise.all(Array.from({ length: processes }, start))
  return {
    urls: started.map(({ url }) => url),
    pids: started.map(({ pid }) => pid),
    organizationId,
    apiKey,
    async stop() {
      await Promise.all(started.map((each) => each.stop()))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates sub-organizations with a wallet each, warms up the server, and requests signatures. */
async function measure({ urls, pids, organizationId, apiKey }: typeof server): Promise<void> {
  const targets = await makeTargets(urls[0]!, organizationId, apiKey)
  const share = { urls, targets, apiKey, atOnce: Math.max(1, Math.round(atOnce / stampers)) }
  const send = (duration: number) =>
    Promise.all(Array.from({ length: stampers }, () => load({ ...share, seconds: duration })))
  await send(WARM_UP_SECONDS)
  const before = cpuOf(pids)
  const summary = summaryOf(await send(seconds))
  const cores = (cpuOf(pids) - before) / seconds
  const bytes = pids.reduce((sum, pid) => sum + usageOf(pid).peak, 0)

  const { answered, sentAgain, p50, p99, p999 } = summary
  const none = 'not measured: --pid, on Linux'
  const processor = cpus()[0]?.model.trim() ?? 'processor'
  const title = `${urls.length} × keywright serve, ${atOnce} concurrent · ${availableParallelism()} × ${processor}`
  printTable(title, [
    {
      what: 'answered',
      value: `${answered} in ${seconds} s`,
      reference: `${sentAgain} sent again after 503`,
    },
    { what: 'rate', value: perSecond(summary.perSecond) },
    ...Object.entries({ p50, p99, 'p99.9': p999 }).map(([what, value]) => ({ what, value: ms(value) })),
    { what: 'processor', value: bytes > 0 ? `${cores.toFixed(2)} cores` : none },
    { what: 'memory, highest', value: bytes > 0 ? mb(bytes) : none },
  ])
}
