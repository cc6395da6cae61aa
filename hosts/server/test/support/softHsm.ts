/** A software PKCS#11 token (SoftHSM, `apt-get install softhsm2`) in a temporary folder. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SoftHsm {
  readonly module: string
  readonly tokenLabel: string
  readonly pin: string
  /** Value of `SOFTHSM2_CONF`, which the module reads from the environment. */
  readonly config: string
  remove(): void
}

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
]

/** Finds SoftHSM, or warns about skipped tests. */
export function findSoftHsm(): string | undefined {
  const module = process.env['SOFTHSM2_MODULE'] ?? MODULES.find((path) => existsSync(path))
  if (module === undefined) return notTested('SoftHSM is missing: apt-get install softhsm2')
  if (!isLibraryThere())
    return notTested('pkcs11js is missing: install a C++ compiler, then run npm rebuild pkcs11js')
  return module
}

function notTested(reason: string): undefined {
  console.warn(`NOT TESTED: unsealing by PKCS#11. ${reason}`)
}

function isLibraryThere(): boolean {
  try {
    createRequire(import.meta.url)('pkcs11js')
    return true
  } catch {
    return false
  }
}

/** Creates a token. @param module from `findSoftHsm` */
export function makeSoftHsm(module: string): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-token-'))
  const config = join(folder, 'softhsm2.conf')
  mkdirSync(join(folder, 'tokens'))
  writeFileSync(config, `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`)
  // Not only digits, because tests search logs for the PIN, and hex keys can contain any four digits.
  const [tokenLabel, pin] = ['keywright test', 'pin of the test']
  execFileSync(
    'softhsm2-util',
    ['--init-token', '--free', '--label', tokenLabel, '--pin', pin, '--so-pin', '8765'],
    { env: { ...process.env, SOFTHSM2_CONF: config }, stdio: 'pipe' },
  )
  return { module, tokenLabel, pin, config, remove: () => rmSync(folder, { recursive: true }) }
}
