/** For tests: a store to which several processes commit in turn, as to a database. */
import { takeTurns } from '../turns.ts'
import type { Store } from './store.ts'

/** Whoever commits waits for those who are at the same organizations, in the order in which they came. */
export function takingTurns<S extends Store>(store: S): S & Required<Pick<Store, 'commitInTurn'>> {
  const inTurn = takeTurns()

  /** One order for all, so that nobody waits in a circle. */
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
