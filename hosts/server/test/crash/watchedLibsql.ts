/** libsql that records its connections, so that tests can break the connection of the store. */
import type Database from 'libsql'
import { vi } from 'vitest'

const { default: Real } = await vi.importActual<{ default: typeof Database }>('libsql')

/** Oldest first. */
export const connections: Database.Database[] = []

export default class extends Real {
  constructor(...args: ConstructorParameters<typeof Database>) {
    super(...args)
    connections.push(this)
  }
}
