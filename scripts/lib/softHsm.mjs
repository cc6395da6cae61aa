/** SoftHSM, a PKCS#11 token in software, for the tests of unsealing by one: found, or installed where that is possible. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './steps.mjs'

/** Never fails: without it those tests are skipped, and say so. */
export async function ensureSoftHsm() {
  if (isInstalled() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log("Installing Debian's softhsm2 …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'softhsm2'], { env })
}

const isInstalled = () =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'softhsm2-util')))
