/** Wraps a store to remember what is acknowledged, and to compare it with what later reads find. */
import { type Commit, type Store, StoreUnavailable, type Turn } from '@keywright/engine'
import type { Acknowledged } from './acknowledged.ts'

export interface Watcher {
  readonly acknowledged: Acknowledged
  /** @param known the version that was acknowledged before the database was asked */
  compare(organization: string, known: number, found: number): void
  /** Whether commits to the organization are rejected. */
  isStopped(organization: string): boolean
}

/** Commits to a stopped organization throw StoreUnavailable. */
export function acknowledgingStore(store: Store, { acknowledged, compare, isStopped }: Watcher): Store {
  const { versionOf } = acknowledged
  const { commitInTurn } = store

  function assertWritable({ guards }: Commit): void {
    if (guards.some(({ organization }) => isStopped(organization))) {
      throw new StoreUnavailable('it lost acknowledged writes')
    }
  }

  return {
    ...store,
    async read(organization, readings) {
      const known = versionOf(organization)
      const moment = await store.read(organization, readings)
      compare(organization, known, moment.version)
      return moment
    },
    async commit(commit) {
      assertWritable(commit)
      await store.commit(commit)
      acknowledged.add(commit)
    },
    ...(commitInTurn && {
      async commitInTurn(organizations: readonly string[], compose: ComposeInTurn) {
        const known = organizations.map((id) => [id, versionOf(id)] as const)
        let composed: Commit | undefined
        await commitInTurn(organizations, async (turn) => {
          for (const [id, version] of known) compare(id, version, turn.moments.get(id)?.version ?? 0)
          composed = await compose(turn)
          if (composed) assertWritable(composed)
          return composed
        })
        if (composed) acknowledged.add(composed)
      },
    }),
  }
}

type ComposeInTurn = (turn: Turn) => Promise<Commit | undefined>
