/** Finds or installs Schemathesis, which tests a server against its API description. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './debian.mjs'
import { run } from './steps.mjs'

const VERSION = '4.32.5'
/** Outside the repository, because its packages are Python's. */
const FOLDER = join(homedir(), '.cache', 'keywright', `schemathesis-${VERSION}`)

/**
 * Never fails: without Python, the test is skipped with a message.
 * @returns KEYWRIGHT_SCHEMATHESIS, the path of the command
 */
export async function ensureSchemathesis() {
  const command = process.env.KEYWRIGHT_SCHEMATHESIS ?? join(FOLDER, 'bin', 'schemathesis')
  const python = findProgram('python3')
  if (!existsSync(command) && python) {
    console.log(`Installing Schemathesis ${VERSION} …`)
    await run(python, ['-m', 'venv', FOLDER])
    await run(join(FOLDER, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`])
  }
  if (existsSync(command)) return { KEYWRIGHT_SCHEMATHESIS: command }
  console.log('No Schemathesis: skipping its test. Set KEYWRIGHT_SCHEMATHESIS to run it.')
  return {}
}
