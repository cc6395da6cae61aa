/** Reads the YAML front matter of a page with the line of every key. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

export const pageTypes = ['tutorial', 'how-to', 'reference', 'explanation'] as const
export type PageType = (typeof pageTypes)[number]

export interface FrontMatter {
  readonly title: string
  readonly description: string
  readonly type: PageType
  readonly sidebarLabel: string | undefined
  readonly next: readonly string[]
  readonly noindex: boolean
  /** `home` replaces the article's frame with its own layout. */
  readonly layout: 'article' | 'home'
  /** Line of each key. */
  readonly lines: Readonly<Record<string, number>>
}

export const TITLE_MAX = 48
export const DESCRIPTION_MIN = 50
export const DESCRIPTION_MAX = 160
const NEXT_MAX = 4

const knownKeys = ['title', 'description', 'type', 'sidebar_label', 'next', 'noindex', 'layout']

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
  for (const key of Object.keys(values)) {
    if (!knownKeys.includes(key)) {
      report.error(`unknown front matter key \`${key}\`${suggestion(key, knownKeys)}`, lines[key])
    }
  }
  const text = (key: string): string | undefined => {
    const value = values[key]
    if (value === undefined) return undefined
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    report.error(`\`${key}\` must be a string`, lines[key])
    return undefined
  }
  const title = text('title')
  const description = text('description')
  if (values['title'] === undefined) report.error('`title` is missing', 1)
  if (values['description'] === undefined) report.error('`description` is missing', 1)
  if (title && title.length > TITLE_MAX) {
    report.error(`title has ${title.length} characters, at most ${TITLE_MAX} fit`, lines['title'])
  }
  if (description && (description.length < DESCRIPTION_MIN || description.length > DESCRIPTION_MAX)) {
    report.error(
      `description has ${description.length} characters, it must have ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX}`,
      lines['description'],
    )
  }
  return {
    title: title ?? '',
    description: description ?? '',
    type: readType(text('type'), values, lines, report),
    sidebarLabel: text('sidebar_label'),
    next: readNext(values['next'], lines['next'], report),
    noindex: readFlag(values['noindex'], lines['noindex'], report),
    layout: readLayout(text('layout'), lines['layout'], report),
    lines,
  }
}

function readType(
  type: string | undefined,
  values: Record<string, unknown>,
  lines: Record<string, number>,
  report: Reporter,
): PageType {
  if (values['type'] === undefined) report.error(`\`type\` is missing: ${pageTypes.join(', ')}`, 1)
  const known = pageTypes.find((one) => one === type)
  if (type !== undefined && known === undefined) {
    report.error(`unknown type \`${type}\`: ${pageTypes.join(', ')}`, lines['type'])
  }
  return known ?? 'explanation'
}

function readLayout(
  layout: string | undefined,
  line: number | undefined,
  report: Reporter,
): FrontMatter['layout'] {
  if (layout !== undefined && layout !== 'home') report.error(`unknown layout \`${layout}\`: home`, line)
  return layout === 'home' ? 'home' : 'article'
}

function readNext(value: unknown, line: number | undefined, report: Reporter): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.some((route) => typeof route !== 'string')) {
    report.error('`next` must be a list of routes', line)
    return []
  }
  if (value.length > NEXT_MAX)
    report.error(`\`next\` has ${value.length} links, at most ${NEXT_MAX} fit`, line)
  return value as string[]
}

function readFlag(value: unknown, line: number | undefined, report: Reporter): boolean {
  if (value !== undefined && typeof value !== 'boolean') report.error('`noindex` must be true or false', line)
  return value === true
}

const firstLine = (text: string) => text.split('\n')[0]!.replace(/:$/, '')
