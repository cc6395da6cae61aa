/** Types the steps of a page into a shell, in an empty folder, as a reader would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@keywright/server/testing'
import type { Step } from './readTranscript.ts'

const COMMAND = fileURLToPath(import.meta.resolve('keywright/bin/keywright.mjs'))

/** The ports that servers take unless told otherwise; pages show them. */
const [PORT, OPERATOR_PORT] = [8787, 8788]

/**
 * What each step printed, in order. Servers get ports that are free, and a page that initializes a database an empty
 * PostgreSQL.
 */
export async function replay(steps: readonly Step[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-transcript-'))
  const work = join(folder, 'work')
  mkdirSync(work)
  const port = await freePorts()
  const postgres = steps.some(({ commands }) => commands.includes('keywright init'))
    ? await startPostgres()
    : undefined
  const env = {
    PATH: `${pathWithNpx(folder, port)}:${process.env['PATH']}`,
    HOME: folder,
    KEYWRIGHT_BASE_URL: `http://127.0.0.1:${port}`,
    KEYWRIGHT_OPERATOR_URL: `http://127.0.0.1:${port + 1}`,
    ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
  }
  const running: ChildProcess[] = []
  const open = (...words: string[]) => {
    const child = spawn('sh', words, { cwd: work, env, detached: true })
    running.push(child)
    return child
  }
  const toReal = (text: string) =>
    text.replaceAll(`:${PORT}`, `:${port}`).replaceAll(`:${OPERATOR_PORT}`, `:${port + 1}`)
  const toShown = (text: string) =>
    text.replaceAll(`:${port}`, `:${PORT}`).replaceAll(`:${port + 1}`, `:${OPERATOR_PORT}`)
  try {
    const shell = createShell(open())
    const printed: string[] = []
    for (const step of steps) {
      const commands = toReal(step.commands)
      printed.push(
        toShown(step.isBackground ? await firstLines(open('-c', commands), step) : await shell(commands)),
      )
    }
    return printed
  } finally {
    await Promise.all(running.map(endGroup))
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The first of two that follow each other. */
async function freePorts(): Promise<number> {
  const take = (port: number) =>
    new Promise<Server>((done, fail) => {
      const server = createServer()
      server.once('error', fail).listen(port, '127.0.0.1', () => done(server))
    })
  const first = await take(0)
  const { port } = first.address() as AddressInfo
  const second = await take(port + 1).catch(() => undefined)
  await Promise.all([first, second].map((server) => server && new Promise((done) => server.close(done))))
  return second ? port : freePorts()
}

/** `npx keywright` without a registry, and with ports that are free. */
function pathWithNpx(folder: string, port: number): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const npx = join(bin, 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1" = keywright ] || { echo "npx: $1 is not at hand" >&2; exit 127; }
shift
case "$1" in dev | serve) set -- "$@" --port ${port} ;; esac
exec '${process.execPath}' '${COMMAND}' "$@"
`,
  )
  chmodSync(npx, 0o755)
  return bin
}

/** Runs commands one after another in one shell, which keeps its variables. */
function createShell(child: ChildProcess): (commands: string) => Promise<string> {
  let text = ''
  let look = () => {}
  let stop = (_: Error) => {}
  const hear = (chunk: string) => {
    text += chunk
    look()
  }
  child.once('close', () => stop(new Error(`the shell ended:\n${text}`)))
  child.stdout!.setEncoding('utf8').on('data', hear)
  child.stderr!.setEncoding('utf8').on('data', hear)
  child.stdin!.write('exec 2>&1\n')
  let count = 0
  return (commands) =>
    new Promise((done, fail) => {
      const mark = `end-of-step-${(count += 1)}`
      look = () => {
        const end = text.indexOf(`${mark}\n`)
        if (end < 0) return
        done(text.slice(0, end))
        text = text.slice(end + mark.length + 1)
      }
      stop = fail
      child.stdin!.write(`${commands}\necho ${mark}\n`)
    })
}

/** What a program that goes on says at its start: as many lines as the page shows. */
function firstLines(child: ChildProcess, { output = '' }: Step): Promise<string> {
  const lines = output === '' ? 1 : output.split('\n').length
  return new Promise((done, fail) => {
    let text = ''
    const hear = (chunk: string) => {
      text += chunk
      if (text.split('\n').length > lines) done(text.split('\n').slice(0, lines).join('\n'))
    }
    child.stdout!.setEncoding('utf8').on('data', hear)
    child.stderr!.setEncoding('utf8').on('data', hear)
    child.once('close', () => fail(new Error(`it ended:\n${text}`)))
  })
}

function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve()
  const { pid } = child
  return new Promise((done) => {
    child.once('close', () => done())
    process.kill(-pid, 'SIGTERM')
  })
}
