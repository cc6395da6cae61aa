/** What of a page is code that the tests run: its examples, the commands of its transcripts, and so on. */
import type { RanCode } from '../../src/model.ts'
import type { Fence } from '../markdown/fence.ts'

/** @param body of the page, as it was written */
export function ranCodeOf(body: string, fences: readonly Fence[]): RanCode {
  const ids = [...body.matchAll(/<Example\s[^>]*?\bid="([^"]+)"/g)].map(([, id]) => id!)
  const linesOf = (wanted: (fence: Fence) => boolean) =>
    fences.filter(wanted).flatMap(({ code }) => commandsIn(code)).length
  return {
    examples: new Set(ids).size,
    commands: linesOf(({ lang, flags }) => lang === 'sh' && flags.includes('transcript')),
    requests: fences.filter(({ lang, values }) => lang === 'json' && values['request'] !== undefined).length,
    expressions: linesOf(({ lang, flags }) => lang === 'policy' && flags.includes('values')),
  }
}

/** One that goes on behind a backslash is one. */
const commandsIn = (code: string): string[] =>
  code
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^\s*[^#\s]/.test(line))
