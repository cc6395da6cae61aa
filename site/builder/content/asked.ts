/**
 * Reads `<page>.asked.txt` files, which list what readers ask about a page, one entry per line:
 *
 * - A line is a search phrase for the page or, below a line `#anchor`, for that section.
 * - `= words` is a search that must find the page first. `= words :: /other` also accepts another page.
 * - `? question :: fact :: /other` is a question that a passage of the page answers. The passage must match the fact.
 * - `! question` has no answer on the site. `~ question` isn't in the documentation's language.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface AskedCase {
  readonly kind: '=' | '?' | '!' | '~'
  readonly text: string
  /** Accepted pages, the file's own first. */
  readonly routes: readonly string[]
  /** Must match the quoted passages. */
  readonly fact: RegExp | undefined
}

export interface Asked {
  /** `/route` or `/route#anchor` → its phrases. */
  readonly phrases: ReadonlyMap<string, readonly string[]>
  readonly cases: readonly AskedCase[]
}

const SUFFIX = '.asked.txt'
const SEPARATOR = ' :: '

/** Reads the lines of all files below a folder. */
export function readAsked(contentDir: string): Asked {
  const phrases = new Map<string, string[]>()
  const cases: AskedCase[] = []
  for (const path of readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith(SUFFIX)) continue
    const route = `/${path.slice(0, -SUFFIX.length)}`.replace(/\/index$/, '/')
    let place = route
    for (const line of readFileSync(join(contentDir, path), 'utf8').split('\n').filter(Boolean)) {
      if (line.startsWith('#')) place = `${route}${line}`
      else if (/^[=?!~] /.test(line)) cases.push(caseOf(line, route))
      else phrases.set(place, [...(phrases.get(place) ?? []), line])
    }
  }
  return { phrases, cases }
}

function caseOf(line: string, route: string): AskedCase {
  const kind = line[0] as AskedCase['kind']
  const [text = '', ...rest] = line.slice(2).split(SEPARATOR)
  const fact = kind === '?' ? rest.shift() : undefined
  const others = rest[0]?.split(' ') ?? []
  return {
    kind,
    text,
    routes: [route, ...others],
    fact: fact === undefined ? undefined : new RegExp(fact, 'i'),
  }
}

/** Words of questions that the site doesn't answer, one per line. The file is optional. */
export function readElsewhere(contentDir: string): readonly string[] {
  const file = join(contentDir, 'elsewhere.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
