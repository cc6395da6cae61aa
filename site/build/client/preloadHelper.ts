import { join } from 'node:path'
import type { Plugin } from 'vite'
import { siteDir } from '../site.ts'

/** The name by which Vite imports what loads the files of a lazily built part. */
const VITES = '\0vite/preload-helper.js'

/**
 * Puts ours in the place of Vite's, which every page would load.
 * @throws Error where Vite did not ask for it: it has another name, and pages grew
 */
export function preloadHelper(): Plugin {
  let isReplaced = false
  return {
    name: 'keywright:preload-helper',
    enforce: 'pre',
    resolveId(source) {
      if (source !== VITES) return null
      isReplaced = true
      return join(siteDir, 'src/client/withFiles.ts')
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw new Error(`Vite imports no ${VITES}: see preloadHelper.ts`)
    },
  }
}
