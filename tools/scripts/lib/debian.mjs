/** Finds programs that tests need in the path, or installs their Debian packages. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './steps.mjs'

/** The path of the first program that exists. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Installs packages on Debian if permitted. Otherwise does nothing. */
export async function installFromDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing Debian's ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}

/** Programs that tests use, and their packages. */
const PACKAGES = { 'softhsm2-util': 'softhsm2', pgbouncer: 'pgbouncer', promtool: 'prometheus' }

/** Finds or installs them. Never fails: tests of a missing program are skipped with a message. */
export async function ensurePrograms(...names) {
  for (const name of names) {
    // Debian installs some of them in root's path.
    if (!findProgram(name) && !existsSync(`/usr/sbin/${name}`)) await installFromDebian(PACKAGES[name])
  }
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
