/** A server in a separate process. Takes its options as JSON, and prints its URL as a line of JSON. */
import { startDevServer } from '../../src/dev/startDevServer.ts'
import { startServer } from '../../src/serve/startServer.ts'

const [kind, text] = process.argv.slice(2) as [string, string]
const { mailUrl, ...options } = JSON.parse(text)
const sendMail = async ({ to }: { to: string }) => {
  const { ok } = await fetch(mailUrl, { method: 'POST', body: JSON.stringify({ to }) })
  if (!ok) throw new Error('the mail was rejected')
}
const { url } =
  kind === 'dev'
    ? await startDevServer(options)
    : await startServer({ ...options, ...(mailUrl && { sendMail }) })
process.stdout.write(`${JSON.stringify({ url })}\n`)
// Exit when the parent process is gone.
process.stdin.resume().on('end', () => process.exit())
