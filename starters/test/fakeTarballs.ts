/** A folder that looks like the output of `npm run release`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['keywright', 'client', 'browser', 'react', 'web3']

/** Writes an empty tarball per package that starters need. @returns the folder */
export function writeFakeTarballs(parent: string): string {
  const folder = mkdtempSync(join(parent, 'tarballs-'))
  mkdirSync(join(folder, 'package'))
  for (const short of NAMES) {
    const isCommand = short === 'keywright'
    const name = isCommand ? short : `@keywright/${short}`
    const peerDependencies = short === 'client' ? {} : { '@keywright/client': '0.1.0' }
    writeFileSync(
      join(folder, 'package/package.json'),
      JSON.stringify({ name, version: '0.1.0', peerDependencies }),
    )
    const file = `${isCommand ? short : `keywright-${short}`}-0.1.0.tgz`
    const { status, stderr } = spawnSync('tar', ['-czf', file, 'package'], { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  rmSync(join(folder, 'package'), { recursive: true })
  return folder
}
