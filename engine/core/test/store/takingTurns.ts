/** For tests: a store with the locking of a database that several processes share. */

import type { Store } from '../../src/store/store.ts'
import { takeTurns } from '../../src/turns.ts'

/** Commits to the same organization run one by one in order of arrival. */
export function takingTurns<S extends Store>(store: S): S & Required<Pick<Store, 'commitInTurn'>> {
  const inTurn = takeTurns()

  /** Locks in a fixed order to avoid deadlocks. */
  function during(organizations: readonly string[], task: () => Promise<void>): Promise<void> {
    const [first, ...others] = [...organizations].sort()
    return first === undefined ? task() : inTurn(first, () => during(others, task))
  }

  return {
    ...store,
    commit: (commit) =>
      during(
        commit.guards.map(({ organization }) => organization),
        () => store.commit(commit),
      ),
    commitInTurn: (organizations, compose) =>
      during(organizations, async () => {
        const all = await Promise.all(
          organizations.map(async (organization) => {
            const { version, facts } = await store.read(organization, [])
            return [organization, { version, facts }] as const
          }),
        )
        const moments = new Map(all.filter(([, { version }]) => version > 0))
        const commit = await compose({ moments, read: store.read })
        if (commit) await store.commit(commit)
      }),
  }
}
