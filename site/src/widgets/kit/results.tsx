/** Results. A shape and a word show the state, so color is never the only cue. */

import { CopyButton } from '@keywright/ui'
import { type ReactNode, useRef } from 'react'
import { Shape, type Tone } from '../runner/lines.tsx'

export type { Tone } from '../runner/lines.tsx'

interface VerdictProps {
  readonly tone: Tone
  /** The state: `passed`, `wrong`, `not reached`. */
  readonly word: string
  readonly children?: ReactNode
}

/** The overall result in one sentence, with its shape and word. */
export function Verdict({ tone, word, children }: VerdictProps) {
  return (
    <p className="element-verdict" role="status" data-tone={tone}>
      <Shape tone={tone} />
      <span>
        <strong className="run-mark" data-tone={tone}>
          {word}
        </strong>{' '}
        {children}
      </span>
    </p>
  )
}

type FactsRow = readonly [name: ReactNode, value: ReactNode]

/** A row of `Facts` with a `Value`. */
export const valueRow = (name: ReactNode, what: string, value: string): FactsRow => [
  name,
  <Value key={what} what={what}>
    {value}
  </Value>,
]

/** A list of names and values. */
export function Facts({ rows }: { readonly rows: readonly FactsRow[] }) {
  return (
    <dl className="element-facts">
      {rows.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A long value in code type that wraps and has a copy button. */
export function Value({ children, what }: { readonly children: string; readonly what: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <span className="element-value">
      <code ref={shown}>{children}</code> <CopyButton text={children} what={what} shown={shown} />
    </span>
  )
}

/** A scrolling block of text, such as JSON or a letter. */
export function TextBlock({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = useRef<HTMLPreElement>(null)
  return (
    <figure className="element-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: code is its own element; the role names the scrolling region */}
      <pre ref={shown} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <CopyButton text={text} what={label} shown={shown} />
    </figure>
  )
}

/** The error message, if any. */
export function Trouble({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  return (
    <Verdict tone="bad" word="Failed:">
      {messageOf(error)}
    </Verdict>
  )
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
