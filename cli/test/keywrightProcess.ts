/** Runs the command as a child process, like `npx keywright`. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/keywright.mjs', import.meta.url))

export interface ProcessOptions {
  readonly cwd: string
  /** Environment of the process, in addition to PATH. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  /** Output so far, standard output followed by standard error. */
  readonly output: () => string
  /** Waits for a match in the output. @throws Error with the output if the process ends before */
  until(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
  readonly ended: Promise<Ended>
}

/** Runs a command to its end. */
export const runKeywright = (words: readonly string[], options: ProcessOptions): Promise<Ended> =>
  startKeywright(words, options).ended

/** Starts a command in the background. */
export function startKeywright(words: readonly string[], { cwd, env, input = '' }: ProcessOptions): Running {
  const child = spawn(process.execPath, [bin, ...words], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  })
  let [stdout, stderr] = ['', '']
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    tell()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    tell()
  })
  // A command may end without reading its input.
  child.stdin.on('error', () => undefined).end(input)
  const output = () => stdout + stderr
  let hasEnded = false
  const ended = new Promise<Ended>((done) => {
    child.once('close', (status) => {
      hasEnded = true
      done({ status, stdout, stderr })
      tell()
    })
  })
  return {
    output,
    ended,
    until: (pattern) =>
      new Promise((found, failed) => {
        const look = () => {
          const match = pattern.exec(output())
          if (match) found(match)
          else if (hasEnded) failed(new Error(`it ended without ${pattern}:\n${output()}`))
          if (match || hasEnded) listeners.delete(look)
        }
        listeners.add(look)
        look()
      }),
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
