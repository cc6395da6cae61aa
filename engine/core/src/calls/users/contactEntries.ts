/** The lookups of contacts as they follow from the users alone, to check stored ones. */
import type { Json } from '../../store/store.ts'
import type { UserRow } from '../../store/tables.ts'
import {
  type Holders,
  idOf,
  MEMBERS,
  USERS_BY_CONTACT,
  USERS_SHARING_CONTACT,
  withHolder,
} from './findByContact.ts'

function holdersAmong(users: readonly UserRow[]): ReadonlyMap<string, Holders> {
  const all = new Map<string, Holders>()
  for (const user of users) {
    for (const member of MEMBERS) {
      const contact = user[member]
      if (contact === undefined) continue
      const id = idOf(member, contact)
      all.set(id, withHolder(all.get(id) ?? [], user))
    }
  }
  return all
}

/** The rows of both lookups. */
export function contactEntries(users: readonly UserRow[]): { lookup: string; id: string; value: Json }[] {
  const found: { lookup: string; id: string; value: Json }[] = []
  for (const [id, holders] of holdersAmong(users)) {
    found.push({ lookup: USERS_BY_CONTACT, id, value: holders[0]![1] })
    if (holders.length > 1) found.push({ lookup: USERS_SHARING_CONTACT, id, value: holders })
  }
  return found
}
