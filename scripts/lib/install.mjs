/** Makes sure that node_modules matches the lockfile, so that one command is enough on a fresh clone. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restoreManifests } from './manifestSwap.mjs'
import { run } from './steps.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const OLDEST_NODE = [20, 19]

/**
 * Installs the locked dependencies when they are missing or when the lockfile has changed since.
 *
 * @param only a workspace: on a fresh clone, what it needs to run is enough. Whoever has more keeps it.
 */
export async function ensureInstalled({ only } = {}) {
  assertNodeVersion()
  restoreManifests(root)
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const installed = join(root, 'node_modules')
  const [everything, part] = ['.installed-lock', '.installed-part'].map((name) => join(installed, name))
  if (isMarked(everything, lock) || isMarked(part, `${lock} ${only}`)) return
  const isPart = only !== undefined && (!existsSync(installed) || existsSync(part))
  const args = ['ci', '--no-audit', '--no-fund', ...(isPart ? ['--workspace', only, '--omit', 'dev'] : [])]
  console.log(`Installing dependencies (npm ${args[0]}${isPart ? `, for ${only} alone` : ''}) …`)
  const code = await run('npm', args, { cwd: root, shell: process.platform === 'win32' })
  if (code !== 0) {
    console.error(
      'npm ci failed: check the network and the registry that npm uses, then run the command again.',
    )
    process.exit(code)
  }
  if (isPart) writeFileSync(part, `${lock} ${only}`)
  else writeFileSync(everything, lock)
}

const isMarked = (file, text) => existsSync(file) && readFileSync(file, 'utf8') === text

/** The path of a tool that a dependency installed. */
export const bin = (name) => join(root, 'node_modules', '.bin', name)

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(`Keywright needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
