/** Answers that are made of the error catalog and of the glossary, so that nothing is written twice. */
import { errorRows } from '@keywright/contract/reference'
import type { SearchAnswer } from '@keywright/search'
import type { Element, ElementContent } from 'hast'
import type { ReactNode } from 'react'
import type { Page } from '../../src/config/model.ts'
import { find, textOf } from '../../src/frame/hast.ts'
import { renderTree, treeToHtml } from '../../src/frame/tree.ts'
import { ERROR_CATALOG } from '../../src/mdx/facts/Errors.tsx'
import { InlineCode } from '../../src/shared/InlineCode.tsx'
import { InlineText } from '../../src/shared/InlineText.tsx'

/** One card per error: message, cause and fix. */
export const catalogAnswers = (): SearchAnswer[] =>
  errorRows().map(({ code, http, grpc, message, cause, help }) => ({
    question: message,
    asks: [code, ...(message.includes('{') ? [message.replaceAll(/\{\w+\}/g, ' ')] : [])],
    links: [`${ERROR_CATALOG}#${code}`],
    ...rendered(
      <>
        <p>
          <InlineCode>{code}</InlineCode>, HTTP {http}, code {grpc}. <InlineText>{cause}</InlineText>
        </p>
        <p>
          <strong>Fix:</strong> <InlineText>{help}</InlineText>
        </p>
      </>,
    ),
  }))

const GLOSSARY_ROUTE = '/category/concepts'

/** One answer per term of the glossary. */
export function glossaryAnswers(pages: readonly Page[]): SearchAnswer[] {
  const page = pages.find(({ route }) => route === GLOSSARY_ROUTE)
  const rows = page && find(page.body, ({ tagName }) => tagName === 'tbody')?.children
  return (rows ?? []).flatMap((row) => {
    if (row.type !== 'element') return []
    const [term, meaning] = row.children.filter((cell): cell is Element => cell.type === 'element')
    if (!term || !meaning) return []
    const name = textOf(term).trim()
    const root = { type: 'root' as const, children: meaning.children as ElementContent[] }
    return [
      {
        question: `What does “${name}” mean?`,
        asks: [name],
        text: textOf(root),
        html: `<p>${treeToHtml(root)}</p>`,
        links: [`${GLOSSARY_ROUTE}#glossary`],
      },
    ]
  })
}

function rendered(node: ReactNode): Pick<SearchAnswer, 'text' | 'html'> {
  const tree = renderTree(node)
  return { text: textOf(tree), html: treeToHtml(tree) }
}
