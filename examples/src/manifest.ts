/** The list of examples, read from their files. Each file describes itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Example {
  /** File under `examples/` without its extension, such as `quickstart/whoami`. */
  readonly id: string
  /** File under `examples/`, such as `quickstart/whoami.ts`. */
  readonly file: string
  /** The first line of the head comment. */
  readonly title: string
  /** The description in the head comment; may be empty. */
  readonly about: string
  /** The result, in short. */
  readonly result: string
  /** Paths of the pages that show the example. */
  readonly pages: readonly string[]
  /** In file order. */
  readonly regions: readonly Region[]
  /** Where readers can run it. Examples that need a terminal or files run only in Node. */
  readonly runsIn: 'page' | 'node'
  /** Imported modules, sorted. */
  readonly imports: readonly string[]
}

/** `// #region name` to `// #endregion`, without these two lines. */
export interface Region {
  readonly name: string
  /** First line, counted from 1. */
  readonly from: number
  /** Last line. */
  readonly to: number
}

export const EXAMPLES_FOLDER = fileURLToPath(new URL('..', import.meta.url))

/** Folders without examples. */
const OTHERS = new Set(['src', 'test', 'recorded', 'node_modules'])

let readInThisTurn: readonly Example[] | undefined

/**
 * Every example, sorted by id. Cached within a turn of the event loop, because a page asks about ten times.
 * @throws Error if a file's head comment or regions are malformed
 */
export function readExamples(): readonly Example[] {
  if (!readInThisTurn) {
    readInThisTurn = readFolders()
    queueMicrotask(() => {
      readInThisTurn = undefined
    })
  }
  return readInThisTurn
}

function readFolders(): Example[] {
  return readdirSync(EXAMPLES_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OTHERS.has(entry.name))
    .flatMap(({ name }) =>
      readdirSync(join(EXAMPLES_FOLDER, name))
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => exampleOf(`${name}/${file}`, readSource(`${name}/${file}`))),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** @param file under `examples/` */
export const readSource = (file: string): string => readFileSync(join(EXAMPLES_FOLDER, file), 'utf8')

/** @throws Error if the head comment or a region is malformed */
export function exampleOf(file: string, source: string): Example {
  const head = /^\/\*\*\n([\s\S]*?)\n \*\/\n/.exec(source)?.[1]?.replace(/^ \* ?/gm, '')
  if (head === undefined) throw new Error(`${file} doesn't start with a head comment`)
  const [title = '', ...rest] = head.split('\n')
  const tail = rest.join('\n')
  const line = (name: string): string => {
    const [, text] =
      new RegExp(`^${name}: ([\\s\\S]+?)(?=\\n[A-Z]\\w+: |$(?![\\s\\S]))`, 'm').exec(tail) ?? []
    if (text === undefined) throw new Error(`the head comment of ${file} has no line "${name}: …"`)
    return text.replace(/\s+/g, ' ').trim()
  }
  const [about = ''] = tail.split(/^Result: /m)
  return {
    id: file.replace(/\.tsx?$/, ''),
    file,
    title,
    about: about.replace(/\s+/g, ' ').trim(),
    result: line('Result'),
    pages: line('Pages').split(/,\s*/),
    runsIn: /^Runs: in Node$/m.test(tail) ? 'node' : 'page',
    regions: regionsOf(file, source),
    imports: importsOf(file, source),
  }
}

function regionsOf(file: string, source: string): Region[] {
  const regions: Region[] = []
  let open: { name: string; from: number } | undefined
  for (const [index, line] of source.split('\n').entries()) {
    const begin = /^\s*\/\/ #region (.+)$/.exec(line)?.[1]
    if (begin !== undefined) {
      if (open) throw new Error(`${file}: region ${begin} starts inside region ${open.name}`)
      if (regions.some(({ name }) => name === begin)) throw new Error(`${file} has two regions ${begin}`)
      open = { name: begin, from: index + 2 }
    } else if (/^\s*\/\/ #endregion/.test(line)) {
      if (!open) throw new Error(`${file}:${index + 1} ends a region that was never started`)
      regions.push({ ...open, to: index })
      open = undefined
    }
  }
  if (open) throw new Error(`${file}: region ${open.name} does not end`)
  return regions
}

/** The modules that page elements compile to. */
const ELEMENTS = 'react/jsx-runtime'

const importsOf = (file: string, source: string): string[] => {
  const found = source.matchAll(/^(?:import|export)\b[^"';]*?(?:from )?"([^"]+)";/gm)
  const names = [...found].map(([, name]) => name!)
  return [...new Set(file.endsWith('.tsx') ? [...names, ELEMENTS] : names)].sort()
}
