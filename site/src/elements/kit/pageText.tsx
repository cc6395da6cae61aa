/** What the page itself says, for elements that work with its text instead of a second copy of it. */
import { Fragment, type ReactNode } from 'react'

/** A heading's text, without the mark that links to it. */
export function headingText(heading: Element): string {
  const copy = heading.cloneNode(true) as Element
  for (const anchor of copy.querySelectorAll('.anchor')) anchor.remove()
  return copy.textContent!.trim()
}

/** The heading before a node, of this level, in the same text. */
export function headingBefore(node: Element, level: 'h2' | 'h3'): Element | undefined {
  for (let at: Element | null = node; at; at = at.parentElement) {
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling)
      if (before.localName === level) return before
    if (at.classList.contains('content-body')) return undefined
  }
  return undefined
}

/** A line of the page as React would have written it: its text, code and links. */
export function lineOf(node: Node): ReactNode {
  return [...node.childNodes].map((child, index) => {
    if (child.nodeType === Node.TEXT_NODE) return child.nodeValue
    const element = child as Element
    const inner = lineOf(element)
    if (element.localName === 'a' && !element.classList.contains('anchor'))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
        <a key={index} href={element.getAttribute('href') ?? ''}>
          {inner}
        </a>
      )
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
    if (element.localName === 'code') return <code key={index}>{inner}</code>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
    return <Fragment key={index}>{inner}</Fragment>
  })
}
