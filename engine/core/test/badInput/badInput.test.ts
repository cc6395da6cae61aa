import { isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { counting } from './judge.ts'
import { prepareBadInput } from './prepare.ts'
import { testBadInput } from './suite.ts'

/** Number of cases per kind and version of a call; undefined for all. */
const sample = isNightly ? undefined : 1

async function start() {
  const store = counting(createMemoryStore())
  const prepared = await prepareBadInput({ store })
  const { engine } = prepared.world
  return {
    prepared,
    commits: store.commits,
    faults: () => engine.faults,
    async heads() {
      const heads = new Map<string, string>()
      for (const id of await store.organizations()) {
        const verdict = await engine.verifyJournal(id)
        heads.set(id, verdict.ok ? verdict.head : `broken: ${verdict.reason}`)
      }
      return heads
    },
    idle: engine.idle,
    passMinutes: async (minutes: number) => engine.clock.advance({ minutes }),
  }
}

testBadInput('the engine in this process', start, { sample })
