/** Finds the tests of changed files in about a second. `vitest --changed` takes 16, because it transforms every module first. */
import { posix } from 'node:path'

const TEST = /\.test\.tsx?$/
const SLOW = /\.(?:slow|nightly)\.test\.|^(?:tools\/tests\/nightly|starters\/projects)\//
const QUOTED = /(["'`])((?:\.{1,2}\/|@keywright\/|keywright\/)[^"'`\n]+)\1/g

/**
 * The fast tests that are among the changed files or import one, directly or through other files.
 *
 * @param {readonly string[]} changed paths below the root, with forward slashes
 * @param {ReadonlyMap<string, string>} sources text of each source file by its path
 * @param {ReadonlyMap<string, string>} entries file of each entry of a workspace: `@keywright/keys/test` → `engine/keys/test/index.ts`
 * @returns {string[]}
 */
export function relatedTests(changed, sources, entries) {
  const importers = new Map()
  for (const [file, text] of sources)
    for (const [, , name] of text.matchAll(QUOTED)) {
      const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : entries.get(name)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  const found = new Set(changed)
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return [...found].filter((file) => TEST.test(file) && !SLOW.test(file))
}
