/**
 * `npm start`: serves the built site.
 *
 * Options: `--port <n>` (default: 3000 or the next free port), `--host <address>` (127.0.0.1), `--dir <folder>`.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { siteHandler } from './server/handler.ts'
import { listen, readPort, urlOf } from './server/listen.ts'
import { siteDir } from './site.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    dir: { type: 'string' },
  },
})
const dir = values.dir === undefined ? join(siteDir, 'dist') : resolve(values.dir)
if (!existsSync(join(dir, 'index.html'))) {
  console.error(`${dir} contains no built site. Run \`npm run build\` first.`)
  process.exit(1)
}
const server = createServer(siteHandler(dir))
// An IPv6 address may have the brackets that it has in a URL.
const host = values.host.replace(/^\[(.+)\]$/, '$1')
const port = await listen(server, readPort(values.port), host)
console.log(`Serving ${dir}\n\n  ${urlOf(host, port)}\n\nPress Ctrl+C to stop.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
