/** Finds or installs PgBouncer, a connection pooler, for tests of the store. */
import { existsSync } from 'node:fs'
import { findProgram, installFromDebian } from './debian.mjs'

/** Never fails: without PgBouncer, those tests are skipped with a message. */
export async function ensurePgBouncer() {
  // Debian installs it in root's path.
  if (!findProgram('pgbouncer') && !existsSync('/usr/sbin/pgbouncer')) await installFromDebian('pgbouncer')
}
