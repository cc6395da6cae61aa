/** Finds the tests of changed files in about a second. `vitest --changed` takes 16, because it transforms every module first. */
import { posix } from 'node:path'

const TEST = /\.test\.tsx?$/
const SLOW = /\.(?:slow|nightly)\.test\.|^(?:tools\/tests\/nightly|starters\/projects)\//
const QUOTED = /(["'`])((?:\.{1,2}\/|@keywright\/|keywright\/)[^"'`\n]+)\1/g

/**
 * The fast tests near a change: of its own package, those that import a changed file directly or through other files; of
 * other packages, those that import the changed package, or a file that does.
 *
 * @param {readonly string[]} changed paths below the root, with forward slashes
 * @param {ReadonlyMap<string, string>} sources text of each source file by its path
 * @param {ReadonlyMap<string, string>} entries file of each entry of a workspace: `@keywright/keys/test` → `engine/keys/test/index.ts`
 * @param {readonly string[]} packages folders of the workspaces
 * @returns {string[]}
 */
export function nearTests(changed, sources, entries, packages) {
  const importers = new Map()
  for (const [file, text] of sources)
    for (const [, , name] of text.matchAll(QUOTED)) {
      const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : entries.get(name)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  const packageOf = (file) =>
    packages.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0]
  const own = new Set(changed)
  const importersOf = (file) => importers.get(file) ?? []
  const isOwn = (file) => changed.some((one) => packageOf(one) === packageOf(file))
  const dependents = new Set()
  for (const file of own) {
    for (const importer of importersOf(file)) (isOwn(importer) ? own : dependents).add(importer)
  }
  const theirs = [...dependents].flatMap((file) =>
    importersOf(file).filter((importer) => packageOf(importer) === packageOf(file)),
  )
  return [...new Set([...own, ...dependents, ...theirs])].filter(
    (file) => TEST.test(file) && !SLOW.test(file),
  )
}
