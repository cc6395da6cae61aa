/** A real development server on a socket. Each run gets its own organization there. */
import { createDevClient } from '@keywright/client/dev'
import { startTestDev } from '@keywright/server/test'
import { type Place, settingsOf } from './place.ts'

const platformNow = Date.now

export async function startDevServerPlace(): Promise<Place> {
  const { server, close } = await startTestDev()
  const dev = createDevClient({ baseUrl: server.url })
  return {
    name: 'development server',
    async open() {
      const made = await dev.organizations.create()
      // Examples move the clock forward, and it never goes back.
      const ahead = (await dev.clock.now()) - platformNow()
      return {
        now: () => platformNow() + ahead,
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
