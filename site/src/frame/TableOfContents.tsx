import { messages } from '../config/messages.ts'
import type { Heading } from '../config/model.ts'
import { ChevronIcon } from './icons.tsx'

/** The contents column next to the text on wide screens. */
export function TableOfContents({ toc }: { toc: readonly Heading[] }) {
  const { onThisPage } = messages
  return (
    <nav aria-label={onThisPage}>
      <p className="toc-title">{onThisPage}</p>
      <HeadingList toc={toc} />
    </nav>
  )
}

/** The same contents, collapsed above the text on narrow screens. */
export function FoldedContents({ toc }: { toc: readonly Heading[] }) {
  const { onThisPage } = messages
  return (
    <details className="toc-folded">
      <summary>
        {onThisPage}
        <ChevronIcon />
      </summary>
      <HeadingList toc={toc} />
    </details>
  )
}

function HeadingList({ toc }: { toc: readonly Heading[] }) {
  return (
    <ul>
      {toc.map((heading) => (
        <li key={heading.id} data-level={heading.level}>
          <a href={`#${heading.id}`}>{heading.text}</a>
        </li>
      ))}
    </ul>
  )
}
