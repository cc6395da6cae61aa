/** libsql that remembers its connections: what befalls SQLite in a test befalls the connection of the store. */
import type Database from 'libsql'
import { vi } from 'vitest'

const { default: Real } = await vi.importActual<{ default: typeof Database }>('libsql')

/** Newest last. */
export const connections: Database.Database[] = []

export default class extends Real {
  constructor(...args: ConstructorParameters<typeof Database>) {
    super(...args)
    connections.push(this)
  }
}
