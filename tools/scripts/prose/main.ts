/** Checks the prose of every page and README, or of those that are named. `npm run check` and `npm test` run it. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { absolutesIn } from './absolutes.ts'
import { findingsIn } from './findings.ts'
import { listIn } from './listIn.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const IS_PROSE = /^site\/content\/.*\.mdx$|^[^/]+\.md$|(?:^|\/)README\.md$/
const IS_SKIPPED = /^(?:node_modules|dist|target|recorded|\..*)$/

/** Findings that may remain: a number per file or folder. Lower it after you fix some. */
const remaining = listIn('remaining.txt').map((line) => {
  const [place = '', limit] = line.split(' ')
  return { place, limit: Number(limit) }
})

const filesIn = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    if (IS_SKIPPED.test(entry.name)) return []
    const path = `${folder}${entry.name}`
    if (entry.isDirectory()) return filesIn(`${path}/`)
    return IS_PROSE.test(path) ? [path] : []
  })

const named = process.argv.slice(2)
const files = named.length > 0 ? named.filter((path) => IS_PROSE.test(path)) : filesIn('')
const limitOf = (path: string) =>
  remaining.find(({ place }) => path.startsWith(place)) ?? { place: path, limit: 0 }

const findings = new Map<string, string[]>()
for (const path of files) {
  const { place } = limitOf(path)
  const text = readFileSync(ROOT + path, 'utf8')
  const lines = [...findingsIn(path, text), ...absolutesIn(path, text)].map(
    ({ line, message }) => `${path}:${line} ${message}`,
  )
  findings.set(place, [...(findings.get(place) ?? []), ...lines])
}

let isClean = true
for (const [place, lines] of findings) {
  const { limit } = limitOf(place)
  if (lines.length <= limit) continue
  isClean = false
  console.error(lines.join('\n'))
  if (limit > 0) console.error(`${place}: ${lines.length} findings, at most ${limit} may remain`)
}
const total = [...findings.values()].flat().length
console.log(`${files.length} files checked, ${total} findings`)
process.exitCode = isClean ? 0 : 1
