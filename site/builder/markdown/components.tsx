/** Components for rendering a page: Markdown elements by tag, authors' elements by name. */
import type { Components } from 'hast-util-to-jsx-runtime'
import type { ComponentProps } from 'react'
import { Admonition } from '../../src/mdx/Admonition.tsx'
import { authorElements } from '../../src/mdx/authorElements.ts'
import { CodeBlock, Diagram, headings, TableScroll } from '../../src/mdx/elements.tsx'
import { PolicyValues } from '../../src/mdx/PolicyValues.tsx'
import { RequestTabs } from '../../src/mdx/RequestTabs.tsx'
import { InlineCode } from '../../src/shared/InlineCode.tsx'

const authored = Object.fromEntries(
  Object.entries(authorElements).map(([name, { component }]) => [name, component]),
)

/** Tags from our tree transforms. The hyphen distinguishes them from HTML. */
const drawn = {
  'page-admonition': Admonition,
  'page-code': CodeBlock,
  'page-diagram': Diagram,
  'page-request': RequestTabs,
  'page-values': PolicyValues,
}

function Table({ 'aria-label': label, ...table }: ComponentProps<'table'>) {
  return (
    <TableScroll label={label ?? 'Table'}>
      <table {...table} />
    </TableScroll>
  )
}

/** Renders an empty corner as `td`, because screen readers would announce an empty header. */
function HeadCell({ children, ...cell }: ComponentProps<'th'>) {
  return children ? <th {...cell}>{children}</th> : <td {...cell} />
}

export const components = {
  ...headings,
  code: InlineCode,
  table: Table,
  th: HeadCell,
  ...drawn,
  ...authored,
} as Components
