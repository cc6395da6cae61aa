/** Reads the YAML front matter of a page with the line of every key. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

export const TITLE_MAX = 48
export const DESCRIPTION_MIN = 50
export const DESCRIPTION_MAX = 160
const NEXT_MAX = 4

const pageTypes = ['tutorial', 'how-to', 'reference', 'explanation'] as const
const text = z.string('must be a string').trim().min(1, 'must be a string')

const frontMatter = z.strictObject({
  title: text.max(TITLE_MAX, {
    error: ({ input }) => `has ${String(input).length} characters, at most ${TITLE_MAX} fit`,
  }),
  description: text.refine(({ length }) => length >= DESCRIPTION_MIN && length <= DESCRIPTION_MAX, {
    error: ({ input }) =>
      `has ${String(input).length} characters, it must have ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX}`,
  }),
  type: z.enum(pageTypes, `must be one of: ${pageTypes.join(', ')}`),
  sidebar_label: text.exactOptional(),
  next: z
    .array(z.string('must be a list of routes'), 'must be a list of routes')
    .max(NEXT_MAX, { error: ({ input }) => `has ${(input as []).length} links, at most ${NEXT_MAX} fit` })
    .default([]),
  noindex: z.boolean('must be true or false').default(false),
  /** Sections of level 3 start as one line each. */
  folds: z.boolean('must be true or false').default(false),
  /** `home` replaces the article's frame with its own layout. */
  layout: z.literal('home', 'must be `home`').exactOptional(),
})

export interface FrontMatter extends z.output<typeof frontMatter> {
  /** Line of each key. */
  readonly lines: Readonly<Record<string, number>>
}

/**
 * Splits a page into front matter and body and checks the front matter.
 *
 * @returns the body with blank lines instead of the front matter, so line numbers match the file
 */
export function readFrontMatter(source: string, report: Reporter): { head: FrontMatter; body: string } {
  // Some editors start files with an invisible byte order mark.
  const match = /^\uFEFF?---\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(source)
  if (match === null) {
    report.error('front matter is missing: the file must start with `---`', 1)
    return { head: readKeys({}, {}, report), body: source }
  }
  const { values, lines } = parseYaml(match[1] ?? '', report)
  const blank = '\n'.repeat(match[0].split('\n').length - 1)
  return { head: readKeys(values, lines, report), body: blank + source.slice(match[0].length) }
}

function parseYaml(yaml: string, report: Reporter) {
  const counter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: counter })
  // Add one line for the opening `---`.
  const lineAt = (offset: number) => counter.linePos(offset).line + 1
  for (const error of document.errors)
    report.error(`front matter: ${firstLine(error.message)}`, lineAt(error.pos[0]))
  const values: Record<string, unknown> = {}
  const lines: Record<string, number> = {}
  if (isMap(document.contents)) {
    for (const { key, value } of document.contents.items) {
      if (!isScalar(key)) continue
      const name = String(key.value)
      values[name] = (value as { toJSON(): unknown } | null)?.toJSON() ?? null
      lines[name] = lineAt(key.range?.[0] ?? 0)
    }
  }
  return { values, lines }
}

function readKeys(
  values: Record<string, unknown>,
  lines: Record<string, number>,
  report: Reporter,
): FrontMatter {
  const { data, error } = frontMatter.safeParse(values)
  for (const issue of error?.issues ?? []) {
    const key = String(issue.path[0])
    if (issue.code === 'unrecognized_keys')
      for (const unknown of issue.keys)
        report.error(
          `unknown front matter key \`${unknown}\`${suggestion(unknown, Object.keys(frontMatter.shape))}`,
          lines[unknown],
        )
    else if (values[key] === undefined) report.error(`\`${key}\` is missing`, 1)
    else report.error(`\`${key}\` ${issue.message}`, lines[key])
  }
  const title = String(values['title'] ?? '')
  return { ...(data ?? { ...BROKEN, title }), lines }
}

/** Stands in for front matter with errors, so that the rest of the page is checked. */
const BROKEN: Omit<FrontMatter, 'title' | 'lines'> = {
  description: '',
  type: 'explanation',
  next: [],
  noindex: false,
  folds: false,
}

const firstLine = (text: string) => text.split('\n')[0]!.replace(/:$/, '')
