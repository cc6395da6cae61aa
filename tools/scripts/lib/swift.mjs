/** Swift for the tests of its client: found, or Debian 13's in a folder of its own, because Debian 12 has none. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findProgram, installFromDebian } from './debian.mjs'
import { root } from './install.mjs'
import { run } from './steps.mjs'

const PACKAGES = 'swiftlang libstdc++-14-dev openssl'

/**
 * Returns the PATH with Swift. Never fails: without Swift, the tests of its client are skipped with a message.
 * The folder takes 3.3 GB and two minutes, once.
 */
export async function ensureSwift() {
  if (findProgram('swift')) return {}
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'keywright', 'swift')
  if (!existsSync(folder) && !(await installInto(folder))) return {}
  const bin = join(folder, 'keywright')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'swift'), wrapper(folder), { mode: 0o755 })
  return { PATH: [bin, process.env.PATH].join(delimiter) }
}

async function installInto(folder) {
  if (process.getuid?.() !== 0) return false
  if (!findProgram('debootstrap')) await installFromDebian('debootstrap')
  if (!findProgram('debootstrap')) return false
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${PACKAGES}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const failed =
    (await run('debootstrap', ['--variant=minbase', 'trixie', unfinished])) ||
    (await run('chroot', [unfinished, 'sh', '-c', install], { env }))
  if (failed) return false
  renameSync(unfinished, folder)
  return true
}

/** Runs Swift inside the folder, which sees the repository at its own path. The mounts end with the process. */
const wrapper = (folder) => `#!/bin/sh
export KEYWRIGHT_SWIFT_ROOT='${folder}' KEYWRIGHT_SWIFT_REPOSITORY='${root}' KEYWRIGHT_SWIFT_FOLDER="$PWD"
exec unshare --mount sh -e -c '
  mkdir -p "$KEYWRIGHT_SWIFT_ROOT$KEYWRIGHT_SWIFT_REPOSITORY"
  mount -t proc proc "$KEYWRIGHT_SWIFT_ROOT/proc"
  mount --bind "$KEYWRIGHT_SWIFT_REPOSITORY" "$KEYWRIGHT_SWIFT_ROOT$KEYWRIGHT_SWIFT_REPOSITORY"
  exec chroot "$KEYWRIGHT_SWIFT_ROOT" sh -c "cd \\"\\$KEYWRIGHT_SWIFT_FOLDER\\" && exec swift \\"\\$@\\"" swift "$@"
' swift "$@"
`
