/** Commits one request at a time, for hosts without competing requests, such as a web page. */
import { hashIn, journalEntry } from './journalEntry.ts'
import type { Staging } from './staging.ts'
import { addCharge, counterRow } from './storage.ts'
import type { Store } from './store.ts'

export function commitAlone(store: Store): Staging {
  return {
    isShared: false,
    isWritten: () => false,
    async commit({ rests, entries, writes, charges }) {
      const versions = new Map(rests.map(({ organization, version }) => [organization, version]))
      const journal = entries.map(
        async ({ organization, changes, cause, lastHead, hashIn: hashOf, head }) => {
          const version = versions.get(organization)!
          const entry = journalEntry(
            version === 0 ? undefined : hashOf(await lastHead(), version),
            version,
            changes,
            cause,
          )
          return [{ organization, table: 'journal', ...entry }, head(version + 1, hashIn(entry.value)!)]
        },
      )
      const counters = charges.map(async (charge) =>
        counterRow(charge.organization, charge.owner, addCharge(await charge.read(), charge)),
      )
      const guards = entries.map(({ organization, isAppend }) => {
        return { organization, version: versions.get(organization)!, appends: isAppend ? 1 : 0 }
      })
      const guarded = new Set(guards.map(({ organization }) => organization))
      await store.commit({
        guards,
        rests: rests.filter(({ organization }) => !guarded.has(organization)),
        writes: [...writes, ...(await Promise.all(journal)).flat(), ...(await Promise.all(counters))],
      })
    },
  }
}
