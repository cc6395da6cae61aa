/** A server in a process of its own, to be killed. Takes its options as JSON; prints its address as a line of JSON. */
import { startDevServer } from '../dev/startDevServer.ts'
import { startServer } from '../serve/startServer.ts'

const [kind, text] = process.argv.slice(2) as [string, string]
const { mailUrl, ...options } = JSON.parse(text)
const sendMail = async ({ to }: { to: string }) => {
  const { ok } = await fetch(mailUrl, { method: 'POST', body: JSON.stringify({ to }) })
  if (!ok) throw new Error('the mail was not taken')
}
const { url } =
  kind === 'dev'
    ? await startDevServer(options)
    : await startServer({ ...options, ...(mailUrl && { sendMail }) })
process.stdout.write(`${JSON.stringify({ url })}\n`)
// Nobody is left who would kill it.
process.stdin.resume().on('end', () => process.exit())
