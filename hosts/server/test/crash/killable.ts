/** Servers in separate processes that tests can kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleInto } from '../support/bundle.ts'

export interface Killable {
  readonly url: string
  readonly pid: number
  /** How the server ended, unless it still runs or `kill` ended it. */
  ending(): string | undefined
  /** Sends SIGKILL, so that the server can't clean up. */
  kill(): Promise<void>
}

/** Builds the server once for all processes of a run, which start faster that way. */
let built: Promise<string> | undefined

async function buildChild(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'keywright-child-')), 'child.mjs')
  await bundleInto(outfile, new URL('./child.ts', import.meta.url))
  process.once('exit', () => rmSync(dirname(outfile), { recursive: true, force: true }))
  return outfile
}

/** @param options of the server; a team server posts its emails to `mailUrl` */
export async function spawnServer(kind: 'dev' | 'serve', options: object): Promise<Killable> {
  built ??= buildChild()
  return run(await built, [kind, JSON.stringify(options)])
}

function run(file: string, args: readonly string[]): Promise<Killable> {
  const child = spawn(process.execPath, [file, ...args], {
    // The child exits when its input ends, at the latest with this process.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  let ending: string | undefined
  child.stderr.on('data', (piece) => {
    complaint += piece
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      ending = `the server ended with ${code ?? signal}: ${complaint}`
      reject(new Error(ending))
    })
    createInterface(child.stdout).once('line', (line) => {
      const { url } = JSON.parse(line) as { url: string }
      resolve({ url, pid: child.pid!, ending: () => ending, kill: () => kill(child) })
    })
  })
}

function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
