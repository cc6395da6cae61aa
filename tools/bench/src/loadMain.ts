/**
 * `npm run load`: measures a running server under load, so that teams can size their machines.
 *
 * Separate processes stamp and send requests. A fixed number of requests is always under way: the next is sent after
 * a response.
 */

import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { apiPublicKeyOf } from '@keywright/keys'
import { type Loaded, loadServer } from './load/loadServer.ts'
import { startMeasured } from './load/startMeasured.ts'
import { printTable } from './table.ts'

const USAGE = `npm run load -- [options]

Without --url, a PostgreSQL and processes of \`keywright serve\` are started, and ended afterwards.

  --processes N        so many processes of the server; default: 1
  --url URL            a started server instead; more than once for several processes of it
  --pid PID            a process whose processor time and memory are measured, with --url; more than once
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
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const count = (name: 'processes' | 'seconds' | 'at-once' | 'stampers'): number => {
  const text = values[name]
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
  console.error(`--${name} is \`${text}\`, and has to be a whole number from 1\n\n${USAGE}`)
  process.exit(2)
}
const [processes, seconds, atOnce, stampers] = [
  count('processes'),
  count('seconds'),
  count('at-once'),
  count('stampers'),
]

const server = values.url ? given(values.url) : await startMeasured(processes)
try {
  print(await loadServer(server, { seconds, atOnce, stampers }))
} finally {
  await server.stop()
}
process.exit(0)

function given(urls: readonly string[]) {
  const privateKey = process.env['KEYWRIGHT_API_PRIVATE_KEY']
  const organizationId = values.organization
  if (!privateKey || !organizationId) {
    console.error(
      `--url wants --organization, and the key of a root user in KEYWRIGHT_API_PRIVATE_KEY\n\n${USAGE}`,
    )
    process.exit(2)
  }
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', privateKey)
  const pids = (values.pid ?? []).map(Number)
  return { urls, pids, organizationId, apiKey: { publicKey, privateKey }, stop: async () => undefined }
}

function titleOf({ perSecond }: Loaded): string {
  const processor = cpus()[0]?.model.trim() ?? 'processor'
  return `${perSecond.toFixed(0)} signatures a second · ${server.urls.length} × keywright serve, ${atOnce} concurrent · ${availableParallelism()} × ${processor}`
}

function print(loaded: Loaded): void {
  const { perSecond, latency, cores, megabytes, answered, sentAgain } = loaded
  const none = 'not measured: --pid'
  printTable(titleOf(loaded), [
    {
      what: 'answered',
      value: `${answered} in ${seconds} s`,
      reference: sentAgain ? `${sentAgain} sent again after 503` : '',
    },
    { what: 'rate', value: `${perSecond.toFixed(0)}/s` },
    ...(['p50', 'p99', 'p999'] as const).map((name) => ({
      what: name === 'p999' ? 'p99.9' : name,
      value: `${latency[name].toFixed(1)} ms`,
    })),
    { what: 'processor, median', value: cores === undefined ? none : `${cores.toFixed(2)} cores` },
    { what: 'memory, highest', value: megabytes === undefined ? none : `${megabytes.toFixed(0)} MB` },
  ])
}
