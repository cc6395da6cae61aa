/** Code fences become highlighted blocks, `diagram` fences become drawings. */
import { relative } from 'node:path'
import { calls } from '@keywright/contract'
import type { Code, Parent, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { isKnownLanguage, knownLanguages, languageLabel } from '../../src/shared/highlight/highlight.ts'
import { contentDir } from '../content/pageSources.ts'
import { drawDiagram } from '../diagram/draw.ts'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'
import { type Fence, parseFence } from './fence.ts'

/**
 * Converts the fences of a page in place and returns them, for checks of their content.
 * @param path absolute path of the page's file
 */
export function renderFences(tree: Root, path: string, report: Reporter): Fence[] {
  const fences: Fence[] = []
  visit(tree, 'code', (code, index, parent) => {
    const line = code.position?.start.line ?? 1
    const fence = parseFence(code.lang ?? '', code.meta ?? '', code.value, line)
    if (fence.lang === 'diagram') renderDiagram(code, fence, report)
    else if (fence.lang === 'policy' && fence.flags.includes('values'))
      replaceWith(code, 'page-values', { code: fence.code })
    else if (isRequest(fence)) {
      checkCode(fence, report)
      replaceWith(code, 'page-request', {
        ...requestOf(fence),
        id: `request-${fences.length + 1}`,
        file: relative(contentDir, path),
        ...(isAnswered(parent, index) && { answered: '' }),
      })
    } else renderCode(code, fence, report)
    if (fence.rest !== '')
      report.error(`code fence: not all of \`${code.meta}\` is a title, flag or value`, line)
    fences.push(fence)
  })
  return fences
}

/** Whether the fence is a valid request. `checkJsonFence` reports invalid ones. */
function isRequest({ lang, values: { request }, code }: Fence): boolean {
  if (lang !== 'json' || request === undefined || !Object.hasOwn(calls, request)) return false
  try {
    return typeof JSON.parse(code) === 'object'
  } catch {
    return false
  }
}

/** Whether the next block is a response. */
function isAnswered(parent: Parent | undefined, index: number | undefined): boolean {
  const next = parent?.children[index! + 1]
  return next?.type === 'code' && /\bresponse=/.test(next.meta ?? '')
}

const requestOf = (fence: Fence) => ({
  call: fence.values['request']!,
  body: fence.code,
  marks: [...fence.marks].join(),
  ...(fence.title === undefined ? {} : { title: fence.title }),
})

const OF_A_TERMINAL = ['transcript', 'output']

function renderCode(code: Code, fence: Fence, report: Reporter): void {
  checkCode(fence, report)
  replaceWith(code, 'page-code', {
    code: fence.code,
    marks: [...fence.marks].join(),
    lang: fence.lang || 'text',
    label: languageLabel(fence.lang),
    ...(fence.title === undefined ? {} : { title: fence.title }),
    ...(fence.flags.some((flag) => OF_A_TERMINAL.includes(flag)) && { terminal: '' }),
  })
}

function checkCode(fence: Fence, report: Reporter): void {
  if (fence.lang === '') report.error('code fence without a language: use `text` for plain text', fence.line)
  else if (!isKnownLanguage(fence.lang)) {
    report.error(
      `unknown code language \`${fence.lang}\`${suggestion(fence.lang, knownLanguages)}`,
      fence.line,
    )
  }
  const lastLine = fence.code.split('\n').length
  for (const mark of fence.marks) {
    if (mark < 1 || mark > lastLine)
      report.error(`line mark ${mark} is outside the block of ${lastLine} lines`, fence.line)
  }
}

function renderDiagram(code: Code, fence: Fence, report: Reporter): void {
  const title = fence.title ?? ''
  const alt = fence.values['alt'] ?? ''
  if (title === '') report.error('a diagram needs a `title`', fence.line)
  if (alt === '') report.error('a diagram needs an `alt` text that describes it', fence.line)
  const svg = drawDiagram(
    { kind: fence.flags[0] ?? '', title, alt, source: fence.code, line: fence.line },
    report,
  )
  replaceWith(code, 'page-diagram', { svg, title })
}

function replaceWith(code: Code, hName: string, hProperties: Record<string, string>): void {
  // Change the type, because code nodes are wrapped in `pre`.
  Object.assign(code, { type: 'pageBlock', data: { hName, hProperties, hChildren: [] } })
}
