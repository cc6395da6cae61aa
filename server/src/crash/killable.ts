/** Servers in processes of their own, to be killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleInto } from '../testing/bundle.ts'

export interface Killable {
  readonly url: string
  readonly pid: number
  /** Undefined while it runs, and after it was killed here; else how it ended by itself. */
  ending(): string | undefined
  /** SIGKILL: nothing is flushed, nothing is said goodbye to. */
  kill(): Promise<void>
}

/** One build for all processes of a run: they start in a fraction of the time, and all run the same code. */
let built: Promise<string> | undefined

async function buildChild(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'keywright-child-')), 'child.mjs')
  await bundleInto(outfile, new URL('./child.ts', import.meta.url))
  process.once('exit', () => rmSync(dirname(outfile), { recursive: true, force: true }))
  return outfile
}

/** @param options what the server is started with; `mailUrl`: where a team server's mails are posted */
export async function spawnServer(kind: 'dev' | 'serve', options: object): Promise<Killable> {
  built ??= buildChild()
  return run(await built, [kind, JSON.stringify(options)])
}

function run(file: string, args: readonly string[]): Promise<Killable> {
  const child = spawn(process.execPath, [file, ...args], {
    // Its input ends with this process, and it with its input.
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

/** Where the size of files can be limited for a process that runs: Linux, with util-linux. */
export const canLimitFiles = succeeds('prlimit', '--version')

/** No file of the process grows beyond so many bytes from now on (RLIMIT_FSIZE). */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  // The soft limit alone, which any user may raise again.
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
