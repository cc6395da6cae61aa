/** A development host in this process, new for each run. Its seed and fixed clock make runs repeatable. */

import { createDevhost, createMemoryHomes, openDevState } from '@keywright/devhost'
import { createMemoryStore } from '@keywright/engine'
import { seededRandom } from '@keywright/host'
import { type Place, settingsOf } from './place.ts'

const URL_OF_HOST = 'http://127.0.0.1:8787'
const SEED = 89
/** Start time of the seeded host's clock. */
const START = Date.UTC(2025, 0, 1)
/** Two requests within a millisecond with the same body would be one activity. */
const STEP_MS = 10

export const inProcess: Place = {
  name: 'in process',
  async open() {
    let now = START
    const homes = createMemoryHomes(() => now)
    const host = await createDevhost({
      store: createMemoryStore(),
      homes,
      state: await openDevState(homes.state, SEED),
      url: URL_OF_HOST,
      reach: async (address) => {
        throw new TypeError(`examples can reach only their host, not ${address}`)
      },
      timers: {
        every: () => () => undefined,
        wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
      },
      now: () => now,
    })
    const { engine, organizations } = host.running()
    const made = await organizations.create()
    return {
      env: settingsOf(URL_OF_HOST, engine.signerPublicKey, made),
      now: () => now,
      random: seededByLength('examples'),
      async fetch(request) {
        if (!request.url.startsWith(`${URL_OF_HOST}/`)) {
          throw new TypeError(`examples can reach only their host, not ${request.url}`)
        }
        now += STEP_MS
        const answer = await host.handle(request)
        if (answer.type === 'error') throw new TypeError('fetch failed')
        return answer
      },
      close: () => host.close(),
    }
  },
  close: async () => undefined,
}

/**
 * One random stream per length. Libraries draw a varying number of bytes to blind their arithmetic, and that must not change
 * the keys that an example generates.
 */
function seededByLength(seed: string): (length: number) => Uint8Array {
  const streams = new Map<number, (length: number) => Uint8Array>()
  return (length) => {
    const stream = streams.get(length) ?? seededRandom(`${seed} ${length}`)
    streams.set(length, stream)
    return stream(length)
  }
}
