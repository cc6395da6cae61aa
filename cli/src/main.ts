/** The command line on Node: the only file that touches the process. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Host } from './host.ts'
import { run } from './run.ts'
import { runProgram } from './runProgram.ts'
import { makeThrowAwayFolder } from './throwAwayFolder.ts'

/** Runs the words of the process, then sets its exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Twice means now.
      if (interruption.signal.aborted) process.exit(130)
      interruption.abort()
    })
  }
  // A reader such as `head` that has seen enough closes the pipe; that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  process.exitCode = await run(process.argv.slice(2), hostOf(process, interruption.signal))
}

function hostOf(process: NodeJS.Process, interrupted: AbortSignal): Host {
  const at = (path: string) => resolve(process.cwd(), path)
  return {
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    nodeVersion: process.versions.node,
    workingDirectory: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    async readInput() {
      const parts: Buffer[] = []
      for await (const part of process.stdin) parts.push(Buffer.from(part))
      return new Uint8Array(Buffer.concat(parts))
    },
    readFile: async (path) => new Uint8Array(await readFile(at(path))),
    writeFile: (path, text, options) =>
      writeFile(at(path), text, options?.isSecret ? { mode: 0o600, flag: 'wx' } : {}),
    makeThrowAwayFolder: async () => makeThrowAwayFolder(),
    runProgram,
    fetch: (url, init) => fetch(url, init),
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
  }
}
