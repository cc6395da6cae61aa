/** Prose from the contract. Text in backticks becomes code. Other markup isn't supported. */
import { Fragment, type ReactNode } from 'react'
import { InlineCode } from './InlineCode.tsx'

interface InlineTextProps {
  readonly children: string
  /** Renders a text in backticks. Default: as code. */
  readonly code?: (text: string) => ReactNode
  /** Renders other text. Default: unchanged. */
  readonly plain?: (text: string) => ReactNode
}

export function InlineText({
  children,
  code = (text) => <InlineCode>{text}</InlineCode>,
  plain = (text) => text,
}: InlineTextProps) {
  return children.split(/`([^`]+)`/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    <Fragment key={index}>{index % 2 === 1 ? code(part) : plain(part)}</Fragment>
  ))
}
