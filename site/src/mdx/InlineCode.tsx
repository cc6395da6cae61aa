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
const FLAG = /((?<!\S)--[a-z][a-z-]*)/

/** Lets long names in a text break after `_` and `/`, and marks flags, which do not break in a sentence. `<wbr>` leaves no trace in copied text. */
export function breakable(text: string): ReactNode {
  const parts = text
    .split(FLAG)
    .flatMap((part) => (FLAG.test(part) ? part : part.split(/(?<=[a-zA-Z0-9][_/])(?=[a-zA-Z0-9])/)))
    .filter((part) => part !== '')
  if (parts.length === 1 && !FLAG.test(text)) return text
  return parts.map((part, index) =>
    FLAG.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <span key={index} className="flag">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <Fragment key={index}>
        {index > 0 && /[_/]$/.test(parts[index - 1]!) && <wbr />}
        {part}
      </Fragment>
    ),
  )
}
