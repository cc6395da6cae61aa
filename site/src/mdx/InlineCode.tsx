/** Code inside a sentence or a cell. Long names may break after `_` and `/`, long hex anywhere. */
import { Fragment, type ReactNode } from 'react'

/** A text without a place to break that is longer than this breaks anywhere. */
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

/** Like `--sub-organization-id`: browsers break after each of its hyphens, and leave `--` alone at the end of a line. */
const FLAG = /(?<!\S)(--[a-z][a-z-]*)/

/** Lets long names in a text break, and marks flags, which do not break in a sentence. */
export function breakable(text: string): ReactNode {
  const parts = text.split(FLAG)
  if (parts.length === 1) return broken(text)
  return parts.map((part, index) =>
    // Every other part is a flag.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <span key={index} className="flag">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <Fragment key={index}>{broken(part)}</Fragment>
    ),
  )
}

/** Lets long names break after `_` and `/`. `<wbr>` leaves no trace in copied text. */
function broken(text: string): ReactNode {
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
