import { join } from 'node:path'
import type { Plugin } from 'vite'
import { siteDir } from '../site.ts'

/** Vite's module id of the helper that loads lazy parts. */
const VITES = '\0vite/preload-helper.js'

/**
 * Replaces Vite's helper with a smaller one, because every page loads it.
 * @throws Error if Vite didn't import the helper, because its name changed
 */
export function preloadHelper(): Plugin {
  let isReplaced = false
  return {
    name: 'keywright:preload-helper',
    enforce: 'pre',
    resolveId(source) {
      if (source !== VITES) return null
      isReplaced = true
      return join(siteDir, 'src/frame/script/withFiles.ts')
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw new Error(`Vite imports no ${VITES}: see preloadHelper.ts`)
    },
  }
}
