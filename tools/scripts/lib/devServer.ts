/** Starts `keywright dev` in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const STARTER = fileURLToPath(new URL('../../../cli/bin/keywright.mjs', import.meta.url))

export interface StartedServer {
  readonly url: string
  /** Environment for commands that use the server. */
  readonly env: {
    readonly KEYWRIGHT_BASE_URL: string
    readonly KEYWRIGHT_ORGANIZATION_ID: string
    readonly KEYWRIGHT_API_PUBLIC_KEY: string
    readonly KEYWRIGHT_API_PRIVATE_KEY: string
  }
  /** Runs a `keywright` command against the server and returns its output. */
  keywright(...args: string[]): Promise<string>
  stop(): Promise<void>
}

export async function startServer(): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-console-'))
  const child = spawn(process.execPath, [STARTER, 'dev', '--port', '0', '--state', folder, '--json'])
  const ended = new Promise((done) => child.once('close', done))
  const started = JSON.parse(await firstObject(child)) as {
    url: string
    organizationId: string
    apiKey: { publicKey: string; privateKey: string }
  }
  const env = {
    KEYWRIGHT_BASE_URL: started.url,
    KEYWRIGHT_ORGANIZATION_ID: started.organizationId,
    KEYWRIGHT_API_PUBLIC_KEY: started.apiKey.publicKey,
    KEYWRIGHT_API_PRIVATE_KEY: started.apiKey.privateKey,
  }
  return {
    url: started.url,
    env,
    keywright: (...args) =>
      outputOf(spawn(process.execPath, [STARTER, ...args], { env: { ...process.env, ...env } })),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The JSON that the server prints once it listens. The server keeps running. */
function firstObject(child: ChildProcess): Promise<string> {
  let text = ''
  let errors = ''
  child.stderr!.on('data', (data) => {
    errors += data
  })
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (data) => {
      text += data
      try {
        JSON.parse(text)
        resolve(text)
      } catch {
        // Incomplete: wait for more output.
      }
    })
    child.once('close', (code) => reject(new Error(`keywright dev ended with ${code}: ${errors}`)))
  })
}

function outputOf(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout!.on('data', (data) => {
    text += data
  })
  return new Promise((done) => child.once('close', () => done(text)))
}
