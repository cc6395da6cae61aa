/** The commands that run an example in the reader's own folder. */

interface Program {
  /** Below `examples/`. */
  readonly file: string
  /** Imported modules. */
  readonly imports: readonly string[]
}

/** Imports of packages that aren't published, so that the example runs only in a checkout. */
const INTERNAL = /^(@keywright\/(engine|keys|policy)$|keywright\/src\/|linkedom\/)/

/** Start of the path of a file in a checkout. */
export const CHECKOUT = ' examples/'

/** The last word is the file to save the program as. Node reads `.mts` as a module, also without a `package.json`. */
export function runLocally({ file, imports }: Program): string {
  if (imports.some((name) => INTERNAL.test(name))) return `npx keywright exec -- npx tsx${CHECKOUT}${file}`
  const others = [...new Set(imports.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]))].filter(
    (name) => !/^(@keywright\/|keywright$|node:)/.test(name),
  )
  const saved = file.replace(/^.*\//, '').replace(/\.ts$/, '.mts')
  const run = `npx keywright exec -- npx --yes tsx ${saved}`
  return others.length === 0 ? run : `npm install ${others.join(' ')}\n${run}`
}
