/** PgBouncer, a pooler of connections, for the store's tests behind one: found, or installed where that is possible. */
import { existsSync } from 'node:fs'
import { findProgram, installFromDebian } from './debian.mjs'

/** Never fails: without it those tests are skipped, and say so. */
export async function ensurePgBouncer() {
  // Debian puts it where only root looks.
  if (!findProgram('pgbouncer') && !existsSync('/usr/sbin/pgbouncer')) await installFromDebian('pgbouncer')
}
