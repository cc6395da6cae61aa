/** The command line on Node: the only file that touches the process. */
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isatty } from 'node:tty'
import { trimSettings } from './arguments/settings.ts'
import { fetchAnywhere } from './connect/fetchOnSocket.ts'
import { onHangUp } from './host/hangUp.ts'
import type { Host } from './host/host.ts'
import { openLogOutput } from './host/logOutput.ts'
import { endWithNpmShell } from './host/npmShell.ts'
import { runProgram } from './host/runProgram.ts'
import { makeThrowAwayFolder } from './host/throwAwayFolder.ts'
import { ExitCode } from './output/exitCode.ts'
import { run } from './run.ts'

/** An interrupted command waits this long for its output to be read. */
const OUTPUT_GRACE_MS = 1_000

const HUNG_UP = 'the terminal was closed'
/** Upper bound of what is read as a whole. */
const MOST_BYTES = 64 * 1024 * 1024

/** Runs the command line of the process and sets the exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal exits immediately.
      if (interruption.signal.aborted) process.exit(130)
      interruption.abort()
    })
  }
  endWithNpmShell(process, interruption)
  // Lost output may have been the only copy of a secret, so the command fails.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(ExitCode.brokenPipe)
    process.stderr.write(`cannot write the output: ${error.message}\n`)
    process.exit(ExitCode.refused)
  })
  // A message that no one reads must not end a server.
  process.stderr.on('error', () => undefined)
  const exitCode = await run(process.argv.slice(2), hostOf(process, interruption))
  process.exitCode = exitCode
  // Node would abort when it resets the terminal, and a core dump could contain keys.
  if (interruption.signal.reason === HUNG_UP) process.kill(process.pid, 'SIGKILL')
  // Handles that an interrupted command left open (standard input, sockets) would keep the process alive.
  if (!interruption.signal.aborted) return
  const exit = () => process.exit(exitCode)
  process.stdout.write('', exit)
  // Of a reader that stopped.
  setTimeout(exit, OUTPUT_GRACE_MS)
}

function hostOf(process: NodeJS.Process, interruption: AbortController): Host {
  const interrupted = interruption.signal
  const at = (path: string) => resolve(process.cwd(), path)
  return {
    env: trimSettings(process.env),
    isTerminal: process.stdout.isTTY === true,
    // 0 in some terminals that don't tell.
    columns: process.stdout.columns || undefined,
    nodeVersion: process.versions.node,
    workingDirectory: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    openLog: () => openLogOutput(process.stdout, Date.now),
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    async ask(question) {
      // Standard output is reserved for the result.
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await lines.question(question, { signal: interrupted })
      } finally {
        lines.close()
      }
    },
    readInput: () => readWhole(process.stdin),
    readFile: (path) => readWhole(createReadStream(at(path))),
    writeFile: (path, content, options) => writeOutput(at(path), content, options),
    whyNotWritable: (path) => whyNotWritable(at(path)),
    makeFolder: async (path) => void (await mkdir(at(path), { mode: 0o700 })),
    removeFolder: (path) => rm(at(path), { recursive: true }),
    makeThrowAwayFolder: async () => makeThrowAwayFolder(),
    runProgram,
    fetch: fetchAnywhere,
    clock: Date.now,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (milliseconds) =>
      new Promise((wake) => {
        const timer = setTimeout(wake, milliseconds)
        interrupted.addEventListener('abort', () => {
          clearTimeout(timer)
          wake()
        })
      }),
    interrupted,
    onReload: (reload) =>
      onHangUp(process, () => isatty(0), { reload, interrupt: () => interruption.abort(HUNG_UP) }),
  }
}

/** Devices have no end. */
async function readWhole(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let left = MOST_BYTES
  for await (const part of stream) {
    left -= part.length
    if (left < 0) throw new Error(`it has more than ${MOST_BYTES} bytes`)
    parts.push(Buffer.from(part))
  }
  return new Uint8Array(Buffer.concat(parts))
}

async function writeOutput(...[path, content, options]: Parameters<Host['writeFile']>): Promise<void> {
  try {
    await writeFile(path, content, {
      ...(options?.isSecret && { flag: 'wx' }),
      ...((options?.isSecret || options?.isPrivate) && { mode: 0o600 }),
    })
  } catch (error) {
    if (options?.isSecret && (error as NodeJS.ErrnoException).code !== 'EEXIST')
      await rm(path, { force: true })
    throw error
  }
}

async function whyNotWritable(path: string): Promise<string | undefined> {
  const codeOf = (error: NodeJS.ErrnoException) => error.code ?? error.message
  const found = await stat(path).catch(() => undefined)
  if (found) return found.isFile() || found.isDirectory() ? 'EEXIST' : 'ENOTFILE'
  return access(dirname(path), constants.W_OK | constants.X_OK).then(() => undefined, codeOf)
}
