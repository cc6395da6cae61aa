/** The development host in this process, a new one for each run: a seed and a clock that stands make it repeat. */

import { createDevhost, createMemoryHomes, openDevState } from '@keywright/devhost'
import { createMemoryStore } from '@keywright/engine'
import { seededRandom } from '@keywright/host'
import { type Place, settingsOf } from './place.ts'

const URL_OF_HOST = 'http://127.0.0.1:8787'
const SEED = 89
/** Where the clock of a seeded host starts. */
const START = Date.UTC(2025, 0, 1)
/** Two requests of one millisecond with the same body would be one activity. */
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
        throw new TypeError(`an example reaches nothing but its host, not ${address}`)
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
          throw new TypeError(`an example reaches nothing but its host, not ${request.url}`)
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
 * A stream for each length: libraries draw some bytes to blind their arithmetic, more or fewer from release to release, and
 * keys that an example makes are to repeat all the same.
 */
function seededByLength(seed: string): (length: number) => Uint8Array {
  const streams = new Map<number, (length: number) => Uint8Array>()
  return (length) => {
    const stream = streams.get(length) ?? seededRandom(`${seed} ${length}`)
    streams.set(length, stream)
    return stream(length)
  }
}
