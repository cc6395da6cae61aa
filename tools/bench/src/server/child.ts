/** Child processes of the measurement: they answer questions one at a time, or print their address. */
import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const CLI = fileURLToPath(new URL('../../../../cli/bin/keywright.mjs', import.meta.url))

export interface Child<Question, Answer> {
  /** @throws the child's error */
  ask(question: Question): Promise<Answer>
  stop(): void
}

/** Starts a file that calls `answerQuestions`. */
export function startChild<Question extends object, Answer>(file: URL): Child<Question, Answer> {
  const child = noted(fork(file, { cwd: root, execArgv: ['--import', 'tsx'] }))
  return {
    async ask(question) {
      child.send(question)
      const [reply] = (await once(child, 'message')) as [{ answer: Answer } | { error: string }]
      if ('error' in reply) throw new Error(reply.error)
      return reply.answer
    },
    stop: () => void child.kill(),
  }
}

/** The child's side of `startChild`. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (value) => process.send!({ answer: value }),
      (error: Error) => process.send!({ error: error.stack ?? error.message }),
    )
  })
}

export interface Listening {
  readonly url: string
  readonly pid: number
  /** Settles when the process has ended. */
  stop(): Promise<void>
}

export interface DevListening extends Listening {
  readonly organizationId: string
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
}

/** `keywright dev` in a folder, as developers start it. */
export async function startDev(folder: string): Promise<DevListening> {
  const child = spawnNoted(process.execPath, [CLI, 'dev', '--json', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told = (await firstJson(child)) as Pick<DevListening, 'url' | 'organizationId' | 'apiKey'>
  return { ...told, pid: child.pid!, stop: () => stop(child) }
}

/** A `keywright serve` process that a key file unseals; logs to a file, as in a deployment. */
export async function startServe(options: {
  readonly databaseUrl: string
  readonly keyFile: string
  readonly logFile: string
}): Promise<Listening> {
  const { databaseUrl, keyFile, logFile } = options
  const log = openSync(logFile, 'w')
  const child = spawnNoted(
    process.execPath,
    [CLI, 'serve', '--host', '127.0.0.1', '--port', '0', '--operator-port', '0', '--key-file', keyFile],
    { cwd: root, env: { ...process.env, DATABASE_URL: databaseUrl }, stdio: ['ignore', log, 'inherit'] },
  )
  closeSync(log)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${readFileSync(logFile, 'utf8')}`)
    const lines = readFileSync(logFile, 'utf8').split('\n').slice(0, -1)
    const listening = lines
      .map((line) => JSON.parse(line) as { message: string; url: string })
      .find(({ message }) => message === 'listening')
    if (listening) return { url: listening.url, pid: child.pid!, stop: () => stop(child) }
    await new Promise((done) => setTimeout(done, 20))
  }
}

const EMPTY_ROUTE = `
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
const app = new Hono()
app.post('*', (c) => c.json({}))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port })))
`

/** The lower bound: Hono on Node with an empty route. */
export async function startEmptyRoute(): Promise<Listening> {
  const child = spawnNoted(process.execPath, ['--input-type=module', '-e', EMPTY_ROUTE], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url } = (await firstJson(child)) as { url: string }
  return { url, pid: child.pid!, stop: () => stop(child) }
}

/** The first JSON document that a process prints. */
async function firstJson(child: ChildProcess): Promise<unknown> {
  let printed = ''
  for await (const line of createInterface(child.stdout!)) {
    printed += line
    try {
      return JSON.parse(printed)
    } catch {
      // The document has more lines.
    }
  }
  throw new Error(`a process ended before it listened: ${printed}`)
}

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

const spawnNoted = (command: string, args: readonly string[], options: SpawnOptions) =>
  noted(spawn(command, args, options))

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
