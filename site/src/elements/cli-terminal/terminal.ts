/** The command over the sandbox: its settings are those that `keywright dev` prints, its files are in memory. */
import type { Host } from 'keywright/src/host.ts'
import { run } from 'keywright/src/run.ts'
import type { Workbench } from '../kit/workbench.ts'
import { splitWords, withoutProgram } from './words.ts'

export interface Terminal {
  /** @param print each piece as it comes @returns the exit code */
  type(line: string, print: (text: string) => void, interrupted: AbortSignal): Promise<number>
}

export function openTerminal({ sandbox, organization }: Workbench): Terminal {
  const files = new Map<string, Uint8Array>()
  const env = {
    KEYWRIGHT_BASE_URL: sandbox.url,
    KEYWRIGHT_ORGANIZATION_ID: organization.organizationId,
    KEYWRIGHT_API_PUBLIC_KEY: organization.apiKey.publicKey,
    KEYWRIGHT_API_PRIVATE_KEY: organization.apiKey.privateKey,
  }
  return {
    async type(line, print, interrupted) {
      const words = withoutProgram(splitWords(line))
      // The sandbox may live in another time than the reader.
      const ahead = (await sandbox.clock.now()) - Date.now()
      return run(words, hostOf({ env, files, fetch: sandbox.fetch.bind(sandbox), ahead, print, interrupted }))
    },
  }
}

interface Surroundings {
  readonly env: Host['env']
  readonly files: Map<string, Uint8Array>
  readonly fetch: (request: Request) => Promise<Response>
  /** Milliseconds. */
  readonly ahead: number
  readonly print: (text: string) => void
  readonly interrupted: AbortSignal
}

const errorWith = (code: string) => Object.assign(new Error(code), { code })

const refuse = (message: string) => () => Promise.reject(new Error(message))

function hostOf({ env, files, fetch, ahead, print, interrupted }: Surroundings): Host {
  return {
    env,
    isTerminal: false,
    canAsk: false,
    ask: refuse('nobody can be asked here'),
    nodeVersion: '',
    workingDirectory: '/',
    out: print,
    err: print,
    readInput: async () => new Uint8Array(),
    async readFile(path) {
      const bytes = files.get(path)
      if (!bytes) throw errorWith('ENOENT')
      return bytes
    },
    async writeFile(path, text, { isSecret = false } = {}) {
      if (isSecret && files.has(path)) throw errorWith('EEXIST')
      files.set(path, new TextEncoder().encode(text))
    },
    whyNotWritable: async (path) => (files.has(path) ? 'EEXIST' : undefined),
    makeFolder: refuse('a page has no folders'),
    removeFolder: refuse('a page has no folders'),
    makeThrowAwayFolder: refuse('a page has no folders'),
    runProgram: refuse('a page runs no programs'),
    fetch: (url, init) => fetch(new Request(url, init)),
    clock: () => Date.now() + ahead,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (milliseconds) =>
      new Promise((done) => {
        const timer = setTimeout(done, milliseconds)
        interrupted.addEventListener('abort', () => {
          clearTimeout(timer)
          done()
        })
      }),
    interrupted,
    // Nothing that runs here serves.
    onReload: () => undefined,
  }
}
