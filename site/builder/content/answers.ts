/**
 * Written answers, in `site/answers/*.mdx`. Each is a heading with the question and an id, a blockquote with other ways
 * of asking it, between semicolons, then the answer, whose last link of the site is where one reads on. `<Answers />` includes
 * all of them in a page, and `<Answer of="id" />` one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchAnswer } from '@keywright/search'
import type { Element, ElementContent } from 'hast'
import type { Page } from '../../src/config/model.ts'
import { classesOf, elementsIn, textOf } from '../../src/frame/hast.ts'
import { treeToHtml } from '../../src/frame/tree.ts'
import { catalogAnswers, glossaryAnswers } from './generatedAnswers.tsx'
import { listMdx } from './pageSources.ts'

const ALL = /^<Answers \/>$/m
const ONE = /^<Answer of="([\w-]+)" \/>$/gm
/** The question with its id, then the other ways of asking it. */
const ENTRY = /^### .*\{#([\w-]+)\}\n(?:>.*\n)*\n?/gm

/** Replaces the elements of a body by the answers. An unknown id stays, and is reported as an unknown element. */
export function includeAnswers(body: string, dir: string): string {
  if (!(ALL.test(body) || body.includes('<Answer ')) || !existsSync(dir)) return body
  const files = listMdx(dir).map((file) => readFileSync(join(dir, file), 'utf8').trim())
  const entries = new Map(files.flatMap(entriesOf))
  return body
    .replace(ALL, () => files.join('\n\n'))
    .replace(ONE, (element, id: string) => entries.get(id) ?? element)
}

/** Id and text of each answer in a file, without the other ways of asking. */
function entriesOf(text: string): [string, string][] {
  const heads = [...text.matchAll(ENTRY)]
  return heads.map((head, at) => {
    const [question] = head[0].split('\n')
    const answer = text.slice(head.index + head[0].length, heads[at + 1]?.index).trim()
    return [head[1]!, `${question}\n\n${answer}`]
  })
}

/** The page that includes all answers, and the one that includes a selection. */
const ANSWERS_ROUTE = '/answers'
const FAQ_ROUTE = '/faq'

/** The answers of the site: written ones, the error catalog, and the glossary. */
export function answersOf(pages: readonly Page[]): SearchAnswer[] {
  const page = pages.find(({ route }) => route === ANSWERS_ROUTE)
  const faq = pages.find(({ route }) => route === FAQ_ROUTE)?.toc ?? []
  const written = page ? writtenAnswers(page) : []
  return [
    ...glossaryAnswers(pages),
    // A question of the FAQ leads there as well.
    ...written.map(({ id, ...answer }) =>
      faq.some((heading) => heading.id === id)
        ? { ...answer, links: [`${FAQ_ROUTE}#${id}`, ...answer.links] }
        : answer,
    ),
    // Of answers that match alike, the last one is shown: the card of a pasted message.
    ...catalogAnswers(),
  ]
}

function writtenAnswers({ body }: Page): (SearchAnswer & { readonly id: string })[] {
  const entries: { id: string; question: string; parts: ElementContent[] }[] = []
  let isInside = false
  for (const node of body.children) {
    if (node.type !== 'element') continue
    if (node.tagName === 'h2') isInside = false
    else if (node.tagName === 'h3') {
      isInside = true
      entries.push({ id: String(node.properties.id), question: headingText(node), parts: [] })
    } else if (isInside) entries.at(-1)!.parts.push(node)
  }
  return entries.map(({ id, question, parts }) => {
    const [asks] = parts
    const isAsked = asks?.type === 'element' && asks.tagName === 'blockquote'
    const answer = isAsked ? parts.slice(1) : parts
    const root = { type: 'root' as const, children: answer }
    const links = linksOf(answer)
    if (links.length === 0) throw new Error(`The answer “${id}” links to no page to read on.`)
    return {
      id,
      question,
      asks: isAsked ? waysOf(textOf(asks)) : [],
      text: textOf(root),
      html: treeToHtml(root),
      links,
    }
  })
}

const waysOf = (text: string) => text.trim().split('; ')

/** Without the link that points to the heading itself. */
const headingText = (heading: Element) =>
  textOf({ ...heading, children: heading.children.filter((child) => !isAnchor(child)) }).trim()
const isAnchor = (node: ElementContent) => node.type === 'element' && classesOf(node).includes('anchor')

/** Links within the site, each once, the last one last. */
function linksOf(parts: ElementContent[]): string[] {
  const links = elementsIn({ type: 'root', children: parts }).flatMap(({ tagName, properties }) => {
    const href = String(properties.href ?? '')
    return tagName === 'a' && /^\/(?!\/)/.test(href) ? [href] : []
  })
  return links.filter((link, at) => !links.includes(link, at + 1))
}
