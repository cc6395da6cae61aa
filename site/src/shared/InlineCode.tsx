/** Inline code. Long names can wrap after `_` and `/`, long hex anywhere. */
import { Fragment, type ReactNode } from 'react'

/** Names up to this length keep together. */
const SHORT = 24

/** Longer texts without a break opportunity wrap anywhere. */
const LONG = 40

export function InlineCode({
  children,
  className,
}: {
  readonly children?: ReactNode
  readonly className?: string
}) {
  if (typeof children !== 'string') return <code className={className}>{children}</code>
  const isLong = children.split(/[\s_/]/).some((part) => part.length > LONG)
  const names = [className, isLong ? 'long' : undefined].filter((name) => name !== undefined)
  return <code className={names.length > 0 ? names.join(' ') : undefined}>{breakable(children)}</code>
}

/**
 * What a person wouldn't break: a flag with its value like `--starter app`, and a short name with hyphens. Browsers would
 * break them after each hyphen, even after `--`.
 */
const UNIT = /(?<!\S)((?:-- )?--?[a-z][\w-]*(?: (?![-&|])\S{1,12}(?!\S))?|(?=\S{1,32}(?!\S))\S*\w-\w\S*)/i

/** Lets long names wrap, and marks units, which must not wrap: the parts of a text with `&&`, or else flags and names. */
export function breakable(text: string): ReactNode {
  const clauses = text.split(/(?<=&&|\|\|) /)
  if (clauses.length > 1)
    return clauses.map((clause, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <Fragment key={index}>
        {index > 0 && ' '}
        <span className="unit">{breakable(clause)}</span>
      </Fragment>
    ))
  const parts = text.split(UNIT)
  if (parts.length === 1) return broken(text)
  return parts.map((part, index) =>
    // Odd parts are units.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <span key={index} className="unit">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <Fragment key={index}>{broken(part)}</Fragment>
    ),
  )
}

/** Lets long names wrap after `_` and `/`. `<wbr>` doesn't appear in copied text. */
function broken(text: string): ReactNode {
  if (text.length <= SHORT) return text
  const parts = text.split(/(?<=[a-zA-Z0-9][_/])(?=[a-zA-Z0-9])/)
  if (parts.length === 1) return text
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
