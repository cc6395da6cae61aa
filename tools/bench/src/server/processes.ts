/** Child processes of the measurement: they send one answer, or print their address. */
import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const bench = fileURLToPath(new URL('../..', import.meta.url))
export const CLI = fileURLToPath(new URL('../../../../cli/bin/keywright.mjs', import.meta.url))

/**
 * Asks a module in a process of its own, with the JavaScript of `execArgv` before it. Questions have keys, which arguments
 * would show to other users of the machine.
 */
export async function answerOf<Answer>(path: string, question: object, execArgv: string[]): Promise<Answer> {
  const child = noted(fork(path, { cwd: bench, execArgv }))
  child.send(question)
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof answer !== 'object' || answer === null) throw new Error(`${path} ended with ${answer}`)
  child.kill()
  return answer as Answer
}

/** The question of this process. */
export const asked = async <Question>(): Promise<Question> => (await once(process, 'message'))[0] as Question

/** A process that listens. */
export interface Listening<Told = unknown> {
  readonly url: string
  readonly pid: number
  /** The JSON document that it printed. */
  readonly told: Told
  /** Settles when the process has ended. */
  stop(): Promise<void>
}

/** Starts a program of Node and waits for the first JSON document with an address that it prints. */
async function listen<Told>(words: readonly string[], options: SpawnOptions = {}): Promise<Listening<Told>> {
  const child = noted(
    spawn(process.execPath, words, { cwd: bench, stdio: ['ignore', 'pipe', 'inherit'], ...options }),
  )
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
  }
  let printed = ''
  for await (const line of createInterface(child.stdout!)) {
    printed += line
    let told: Told & { readonly url?: string }
    try {
      told = JSON.parse(printed)
    } catch {
      // It has more lines.
      continue
    }
    printed = ''
    if (told.url === undefined) continue
    // A full pipe would stop the server at its log.
    child.stdout!.resume()
    return { url: told.url, pid: child.pid!, told, stop }
  }
  throw new Error(`a process ended before it listened: ${printed}`)
}

/** A P-256 key, hex. */
export interface LoadKey {
  readonly publicKey: string
  readonly privateKey: string
}

/** `keywright dev` in a folder, as developers start it. */
export const startDev = (folder: string) =>
  listen<{ organizationId: string; apiKey: LoadKey }>([CLI, 'dev', '--json', '--port', '0'], { cwd: folder })

/** A `keywright serve` process that a key file unseals. */
export const startServe = (databaseUrl: string, keyFile: string) =>
  listen(
    [CLI, 'serve', '--host', '127.0.0.1', '--port', '0', '--operator-port', '0', '--key-file', keyFile],
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  )

const EMPTY_ROUTE = `
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
const app = new Hono()
app.post('*', (c) => c.json({}))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port })))
`

/** The lower bound: Hono on Node with an empty route. */
export const startEmptyRoute = () => listen(['--input-type=module', '-e', EMPTY_ROUTE])

const running = new Set<ChildProcess>()
// A failed measurement leaves nothing behind.
process.on('exit', () => {
  for (const child of running) child.kill()
})

function noted<T extends ChildProcess>(child: T): T {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}
