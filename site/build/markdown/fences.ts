/** Code fences become coloured blocks, `diagram` fences become drawings. */
import type { Code, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { drawDiagram } from '../diagram/draw.ts'
import { highlightLines, isKnownLanguage, knownLanguages, languageLabel } from '../highlight/highlight.ts'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'
import { type Fence, parseFence } from './fence.ts'

/** Rewrites the fences of a page in place and answers them for the checks of their contents. */
export function renderFences(tree: Root, report: Reporter): Fence[] {
  const fences: Fence[] = []
  visit(tree, 'code', (code) => {
    const line = code.position?.start.line ?? 1
    const fence = parseFence(code.lang ?? '', code.meta ?? '', code.value, line)
    if (fence.lang === 'diagram') renderDiagram(code, fence, report)
    else renderCode(code, fence, report)
    fences.push(fence)
  })
  return fences
}

function renderCode(code: Code, fence: Fence, report: Reporter): void {
  if (fence.lang === '') report.error('code fence without a language, plain text is `text`', fence.line)
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
  replaceWith(code, 'page-code', {
    html: highlightLines(fence.code, fence.lang, fence.marks),
    lang: fence.lang || 'text',
    label: languageLabel(fence.lang),
    ...(fence.title === undefined ? {} : { title: fence.title }),
  })
}

function renderDiagram(code: Code, fence: Fence, report: Reporter): void {
  const title = fence.title ?? ''
  const alt = fence.values['alt'] ?? ''
  if (title === '') report.error('a diagram needs a `title`', fence.line)
  if (alt === '') report.error('a diagram needs an `alt` text that tells the relation', fence.line)
  const svg = drawDiagram(
    { kind: fence.flags[0] ?? '', title, alt, source: fence.code, line: fence.line },
    report,
  )
  replaceWith(code, 'page-diagram', { svg, title })
}

function replaceWith(code: Code, hName: string, hProperties: Record<string, string>): void {
  // A code node would be wrapped in `pre`; any other node with `hName` is taken as it stands.
  Object.assign(code, { type: 'pageBlock', data: { hName, hProperties, hChildren: [] } })
}
