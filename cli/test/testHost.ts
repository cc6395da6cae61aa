/** An in-memory host that records input and output of a command. */
import { seededRandom } from '@keywright/keys/test'
import { trimSettings } from '../src/arguments/settings.ts'
import type { Host } from '../src/host/host.ts'
import { makeThrowAwayFolder } from '../src/host/throwAwayFolder.ts'
import { run } from '../src/run.ts'

export interface TestHost extends Host {
  /** Path → text, before and after the run. */
  readonly files: Map<string, string>
  /** Paths that were written as secrets. */
  readonly secrets: Set<string>
  /** Runs a command line and returns its output. */
  run(...words: string[]): Promise<Run>
  interrupt(): void
}

export interface Run {
  readonly exitCode: number
  readonly out: string
  readonly err: string
  /** The JSON document on standard output. */
  json<T = Record<string, unknown>>(): T
}

export interface TestHostOptions {
  readonly env?: Record<string, string>
  readonly files?: Record<string, string>
  readonly input?: string
  /** The user's answer to every prompt. Default: no terminal. */
  readonly answer?: string
  /** Instead of `input`. */
  readonly readInput?: Host['readInput']
  readonly fetch?: Host['fetch']
  /** Replaces other programs. Default: a program that succeeds. */
  readonly runProgram?: Host['runProgram']
  readonly clock?: () => number
  /** Width of the terminal. Default: no terminal. */
  readonly columns?: number
  /** Called instead of waiting. */
  readonly onSleep?: () => Promise<void> | void
}

export function createTestHost(options: TestHostOptions = {}): TestHost {
  const files = new Map(Object.entries(options.files ?? {}))
  const secrets = new Set<string>()
  const interruption = new AbortController()
  let [out, err] = ['', '']
  const host: TestHost = {
    env: trimSettings({ ...options.env }),
    isTerminal: false,
    columns: options.columns,
    nodeVersion: '20.19.0',
    workingDirectory: '/',
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    canAsk: options.answer !== undefined,
    async ask(question) {
      err += question
      return options.answer ?? ''
    },
    readInput: options.readInput ?? (async () => new TextEncoder().encode(options.input ?? '')),
    async readFile(path) {
      const text = files.get(path)
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return new TextEncoder().encode(text)
    },
    async writeFile(path, content, { isSecret = false } = {}) {
      if (isSecret && files.has(path)) throw Object.assign(new Error('exists'), { code: 'EEXIST' })
      if (isSecret) secrets.add(path)
      files.set(path, content)
    },
    whyNotWritable: async (path) => (files.has(path) ? 'EEXIST' : undefined),
    async makeFolder(path) {
      if (files.has(path)) throw Object.assign(new Error('exists'), { code: 'EEXIST' })
      files.set(path, '')
    },
    async removeFolder(path) {
      for (const name of [...files.keys()])
        if (name === path || name.startsWith(`${path}/`)) files.delete(name)
    },
    makeThrowAwayFolder: async () => makeThrowAwayFolder(),
    runProgram: options.runProgram ?? (async () => 0),
    fetch: options.fetch ?? fetch,
    clock: options.clock ?? Date.now,
    random: seededRandom('command line'),
    sleep: async () => options.onSleep?.(),
    interrupted: interruption.signal,
    onReload: () => undefined,
    files,
    secrets,
    interrupt: () => interruption.abort(),
    async run(...words) {
      ;[out, err] = ['', '']
      const exitCode = await run(words, host)
      const said = { out, err }
      return { exitCode, ...said, json: () => JSON.parse(said.out) as never }
    },
  }
  return host
}
