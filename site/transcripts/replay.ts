/** Runs the steps of a page in a shell and an empty folder, like a reader. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@keywright/server/test'
import type { Step } from './readTranscript.ts'

/** The checkout's command. */
const COMMAND = fileURLToPath(import.meta.resolve('keywright/bin/keywright.mjs'))

/** Ports on pages: first and second server, each followed by its metrics, a collector, a webhook receiver and an app. */
const SHOWN_PORTS = [8787, 8797, 4318, 4000, 3000]

/** Provides empty databases. */
export interface Databases {
  createDatabase(): Promise<string>
}

/** Whether a page needs databases. */
export const needsDatabases = (steps: readonly Step[]): boolean =>
  steps.some(({ commands }) => commands.includes('keywright init'))

/**
 * Returns the output of each step. Servers get free ports. A server on the port of another one replaces it, because the
 * page tells the reader to stop that one.
 * @param command what `npx keywright` runs: this checkout's command, or the one that the steps install
 */
export async function replay(
  steps: readonly Step[],
  databases?: Databases,
  command: 'checkout' | 'installed' = 'checkout',
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-transcript-'))
  const work = join(folder, 'work')
  mkdirSync(work)
  const ports = await freePorts(SHOWN_PORTS.length)
  const [port] = ports as [number]
  const env = {
    PATH: `${pathWithNpx(folder, port, command)}:${process.env['PATH']}`,
    HOME: folder,
    ...(command === 'installed' && { ...toolSettings(), PORT: `${ports.at(-1)}` }),
    KEYWRIGHT_BASE_URL: `http://127.0.0.1:${port}`,
    ...(databases && {
      DATABASE_URL: await databases.createDatabase(),
      RESTORED_DATABASE_URL: await databases.createDatabase(),
    }),
  }
  const running: ChildProcess[] = []
  const servers = new Map<number, ChildProcess>()
  const open = (...words: string[]) => {
    const child = spawn('sh', words, { cwd: work, env, detached: true })
    running.push(child)
    return child
  }
  const pairs = SHOWN_PORTS.flatMap((shown, at): [number, number][] => [
    [shown, ports[at]!],
    [shown + 1, ports[at]! + 1],
  ])
  const swap = (text: string, from: number, to: number) =>
    text.replace(new RegExp(`\\b${from}\\b`, 'g'), `${to}`)
  const toReal = (text: string) =>
    pairs
      .reduce((all, [shown, real]) => swap(all, shown, real), text)
      .replace(/^npm run keywright$/gm, `$& -- --port ${port}`)
  const toShown = (text: string) => pairs.reduce((all, [shown, real]) => swap(all, real, shown), text)
  const start = async (commands: string, step: Step) => {
    const at = commands.includes('keywright serve') ? Number(/--port (\d+)/.exec(commands)?.[1] ?? port) : 0
    const before = servers.get(at)
    if (before) await endGroup(before)
    const child = open('-c', commands)
    if (at > 0) servers.set(at, child)
    return firstLines(child, step)
  }
  try {
    const shell = createShell(open())
    const printed: string[] = []
    for (const step of steps) {
      const commands = toReal(step.commands)
      printed.push(toShown(await (step.isBackground ? start(commands, step) : shell(commands))))
    }
    return printed
  } finally {
    await Promise.all(running.map(endGroup))
    rmSync(folder, { recursive: true })
  }
}

const realNpx = (): string => join(dirname(process.execPath), 'npx')

/** Caches and settings of npm and Go, which look for them in the home folder. */
const toolSettings = (): Record<string, string> => ({
  npm_config_cache: join(homedir(), '.npm'),
  npm_config_userconfig: join(homedir(), '.npmrc'),
  npm_config_prefer_offline: 'true',
  // Where a reader presses Enter.
  npm_config_yes: 'true',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  npm_config_update_notifier: 'false',
  GOCACHE: join(homedir(), '.cache/go-build'),
  GOPATH: join(homedir(), 'go'),
  CI: 'true',
  CHROMIUM_PATH: process.env['KEYWRIGHT_BROWSER'] ?? '',
})

/** Provides `npx keywright` without a registry and with free ports. */
function pathWithNpx(folder: string, port: number, command: 'checkout' | 'installed'): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const npx = join(bin, 'npx')
  const [others, run] =
    command === 'installed'
      ? [`exec '${realNpx()}' "$@"`, `exec '${realNpx()}' --no-install keywright "$@"`]
      : ['echo "npx: $1 is not at hand" >&2; exit 127', `exec '${process.execPath}' '${COMMAND}' "$@"`]
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1" = keywright ] || { ${others}; }
shift
case "$*" in
*--port*) ;;
dev* | serve*) set -- "$@" --port ${port} ;;
esac
${run}
`,
  )
  chmodSync(npx, 0o755)
  return bin
}

/** Runs commands in one shell, so that variables persist. */
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

/** Reads the first lines of a background program, as many as the page shows. */
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
