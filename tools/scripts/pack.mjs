/**
 * `prepack` and `postpack` of every published package: builds it, and swaps in the tarball's manifest while npm packs.
 */
import { execFileSync } from 'node:child_process'
import { join, relative, sep } from 'node:path'
import { assertInstalled, bin, root } from './lib/install.mjs'
import { restoreManifest, swapManifest } from './lib/manifestSwap.mjs'

const folder = process.cwd()
const name = relative(root, folder).split(sep).join('/')
/** Builds the package. @returns {string} the tarball's manifest */
const prepare = () =>
  execFileSync(
    process.execPath,
    [bin('tsx'), join(root, 'tools/scripts/packages/main.ts'), 'prepare', name],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )

assertInstalled()
if (process.argv[2] === 'before') {
  if (restoreManifest(folder)) console.error(`${name}: restored the manifest after an interrupted run`)
  swapManifest(folder, prepare(), join(root, 'LICENSE'))
} else if (!restoreManifest(folder)) {
  throw new Error(
    `${name} was packed twice concurrently, so this tarball may contain the source manifest. Pack it again.`,
  )
}
