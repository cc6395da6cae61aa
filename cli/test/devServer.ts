/** A development server that the tests of a file share, and hosts whose settings lead to it. */
import { existsSync, readFileSync } from 'node:fs'
import { type DevServer, startDevServer } from '@keywright/server'
import { afterAll, beforeAll } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { createTestHost, type TestHost, type TestHostOptions } from './testHost.ts'

/** The server's state folder. */
export let folder: string
export let server: DevServer

/** Starts the server before the tests of the file. */
export function withDevServer(): void {
  const stateDir = temporaryFolder('cli')
  beforeAll(async () => {
    folder = stateDir
    server = await startDevServer({ stateDir, port: 0 })
  })
  afterAll(() => server.close())
}

/** A host with the settings that the server prints. */
export const hostWith = (options: TestHostOptions = {}): TestHost =>
  createTestHost({
    ...options,
    env: {
      KEYWRIGHT_BASE_URL: server.url,
      KEYWRIGHT_ORGANIZATION_ID: server.organizationId,
      KEYWRIGHT_API_PUBLIC_KEY: server.apiKey.publicKey,
      KEYWRIGHT_API_PRIVATE_KEY: server.apiKey.privateKey,
      KEYWRIGHT_SIGNER_PUBLIC_KEY: server.signerPublicKey,
      ...options.env,
    },
  })

/** A host that knows only the state folder. Files of the folder are read from the disk, all others are in memory. */
export function hostOfFolder(options: TestHostOptions = {}): TestHost {
  const host = createTestHost({ ...options, env: options.env ?? { KEYWRIGHT_STATE: folder } })
  const { readFile } = host
  host.readFile = async (path) =>
    path.startsWith(folder) && existsSync(path) ? new Uint8Array(readFileSync(path)) : readFile(path)
  return host
}

/** Sends a request that completes. @returns the result of its activity */
export async function resultOf(call: string, parameters: object): Promise<Record<string, unknown>> {
  const run = await hostWith().run('request', call, JSON.stringify(parameters), '--json')
  const { activity } = run.json<{ activity: { status: string; result: object } }>()
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') throw new Error(`${call}: ${activity.status}`)
  return Object.values(activity.result)[0]
}
