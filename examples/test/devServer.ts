/** A real development server on a socket; each run has an organization of its own there. */
import { createDevClient } from '@keywright/dev-client'
import { startTestDev } from '@keywright/server/testing'
import { type Place, settingsOf } from './place.ts'

export async function startDevServerPlace(): Promise<Place> {
  const { server, close } = await startTestDev()
  const dev = createDevClient({ baseUrl: server.url })
  return {
    name: 'development server',
    async open() {
      const made = await dev.organizations.create('Acme')
      return {
        env: settingsOf(server.url, server.signerPublicKey, made),
        fetch: globalThis.fetch,
        async close() {
          for (const { id } of await dev.faults.list()) await dev.faults.remove(id)
        },
      }
    },
    close,
  }
}
