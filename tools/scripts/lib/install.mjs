/** Makes sure that node_modules matches the lockfile, so that one command is enough on a fresh clone. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isComplete } from './installed.mjs'
import { run } from './steps.mjs'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

const OLDEST_NODE = [20, 19]

/** Installs the locked dependencies unless `node_modules` already contains them. */
export async function ensureInstalled() {
  assertNodeVersion()
  if (hasEverything(root)) return
  console.log('Installing dependencies …')
  await install(root)
}

/** Installs what only `npm run nightly` needs: public SDKs and browser drivers. They have their own lockfile. */
export async function ensureNightlyInstalled() {
  const folder = join(root, 'tools/tests/nightly')
  if (hasEverything(folder)) return
  console.log('Installing the dependencies of the nightly tests …')
  await install(folder)
}

async function install(cwd) {
  const code = await run('npm', ['ci', '--no-fund'], {
    cwd,
    shell: process.platform === 'win32',
  })
  if (code === 0) return
  console.error(
    'npm ci failed: check the network and the registry that npm uses, then run the command again.',
  )
  process.exit(code)
}

function hasEverything(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  return existsSync(installed) && isComplete(readJson(join(folder, 'package-lock.json')), readJson(installed))
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The path of a tool that a dependency installed. */
export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** For releases, which don't change the checkout. */
export function assertInstalled() {
  if (existsSync(bin('tsx'))) return
  console.error(
    'Dependencies are not installed. Run `npm ci && npm run release` in the root of the checkout.',
  )
  process.exit(1)
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(`Keywright needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
