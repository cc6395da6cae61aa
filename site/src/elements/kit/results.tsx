/** What came of it. A state is a shape and a word; color repeats them. */

import { CopyButton } from '@keywright/inspector/ui'
import { type ReactNode, useRef } from 'react'
import { Shape, type Tone } from '../../runner/lines.tsx'
import type { CheckedStep } from './checks.ts'

export type { Tone } from '../../runner/lines.tsx'

/** A list of `ResultRow`s, told to assistive technology as it changes. */
export function Results({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="element-results" aria-label={label} aria-live="polite">
      {children}
    </ul>
  )
}

interface ResultRowProps {
  readonly tone: Tone
  /** The state in a word: `passed`, `wrong`, `not reached`. */
  readonly word: string
  readonly title: ReactNode
  /** What was found. */
  readonly children?: ReactNode
}

export function ResultRow({ tone, word, title, children }: ResultRowProps) {
  return (
    <li className="element-result" data-tone={tone}>
      <Shape tone={tone} />
      <div>
        <p>
          <strong className="run-mark" data-tone={tone}>
            {word}
          </strong>{' '}
          {title}
        </p>
        {children !== undefined && <div className="element-found">{children}</div>}
      </div>
    </li>
  )
}

const CHECK_TONES: Readonly<Record<CheckedStep['state'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  'not reached': 'plain',
  'not checked': 'waiting',
}

/** What `runChecks` answers, a row each. */
export function Checks({ label, steps }: { readonly label: string; readonly steps: readonly CheckedStep[] }) {
  return (
    <Results label={label}>
      {steps.map(({ title, state, found }) => (
        <ResultRow key={title} tone={CHECK_TONES[state]} word={state} title={title}>
          {found || undefined}
        </ResultRow>
      ))}
    </Results>
  )
}

/** One sentence about the whole, with its shape and word. */
export function Verdict({ tone, word, children }: Omit<ResultRowProps, 'title'>) {
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

/** Names and values, one below the other. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: ReactNode, value: ReactNode])[]
}) {
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

/** A long value in code face that wraps, and is copied whole. */
export function Value({ children, what }: { readonly children: string; readonly what: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <span className="element-value">
      <code ref={shown}>{children}</code> <CopyButton text={children} what={what} shown={shown} />
    </span>
  )
}

/** A text of several lines: JSON, a letter. It scrolls by itself. */
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

/** What went wrong, in a sentence; nothing without one. */
export function Trouble({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  return (
    <Verdict tone="bad" word="It did not work:">
      {messageOf(error)}
    </Verdict>
  )
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
