/** A server in a process of its own, to be killed. Takes its options as JSON; prints its address as a line of JSON. */
import { startDevServer } from '../dev/startDevServer.ts'
import { startServer } from '../serve/startServer.ts'

const [kind, options] = process.argv.slice(2) as [string, string]
const start = kind === 'dev' ? startDevServer : startServer
const { url } = await start(JSON.parse(options))
process.stdout.write(`${JSON.stringify({ url })}\n`)
