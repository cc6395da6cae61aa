/** The four steps of the home page, from a recording or a live run. */
import type { ReactNode } from 'react'
import { Shape, type Tone } from '../runner/lines.tsx'
import { Shortened } from '../runner/Shortened.tsx'

export interface TourStep {
  readonly tone: Tone
  /** The state in a word. */
  readonly word: string
  readonly title: string
  readonly text: string
  /** The result: an address, a signature, a denial. */
  readonly value: string
  /** Describes the check. Empty without one. */
  readonly how: string
}

/** The button's label before the first run. */
export const RUN = 'Run all four'

/** Titles and descriptions of the steps. */
export const STEPS = [
  { title: 'Create a wallet', text: 'A seed with an Ethereum account.' },
  { title: 'Sign with it', text: '“Hello, Keywright”, with Keccak-256.' },
  { title: 'A policy denies', text: 'Alice tries to export the wallet.' },
  { title: 'A second person approves', text: 'Alice requests, Bob approves.' },
] as const

interface TourFrameProps {
  readonly button: ReactNode
  readonly status: ReactNode
  readonly steps: readonly TourStep[]
  /** The run has ended and everything holds. */
  readonly isVerified?: boolean
}

export function TourFrame({ button, status, steps, isVerified = false }: TourFrameProps) {
  return (
    <>
      <KeyLine steps={steps} isVerified={isVerified} />
      <ol className="tour-steps">
        {steps.map(({ tone, word, title, text, value, how }) => (
          <li key={title} data-tone={tone}>
            <p className="tour-title">{title}</p>
            <p className="tour-text">{text}</p>
            <code className="tour-value">
              <Shortened text={value} />
            </code>
            <p className="tour-word">
              <Shape tone={tone} />
              <strong className="run-mark" data-tone={tone}>
                {word}
              </strong>
              <span className="tour-source">recorded</span>
            </p>
            <p className="tour-how">{how}</p>
          </li>
        ))}
      </ol>
      <div className="tour-foot">
        {button}
        <p className="tour-status">{status}</p>
        <p className="tour-verified" data-shown={isVerified ? '' : undefined} aria-hidden={!isVerified}>
          <Shape tone="good" /> verified by your browser
        </p>
      </div>
    </>
  )
}

/** Cut depths of the four steps. */
const DEPTHS = [22, 12, 30, 18]

/** Decorative key with one cut per step. Each finished step draws its cut over the outline. */
function KeyLine({ steps, isVerified }: Pick<TourFrameProps, 'steps' | 'isVerified'>) {
  let x = 78
  const cuts = DEPTHS.map((depth, index) => {
    const path = `M${x} 34V${34 + depth}H${x + 110}V34H${x + 140}`
    x += 140
    return (
      <g key={depth} data-tone={steps[index]!.tone}>
        <path d={path} />
        <path className="tour-cut" d={path} pathLength="1" />
      </g>
    )
  })
  return (
    <svg
      className="tour-key"
      data-verified={isVerified ? '' : undefined}
      viewBox="0 0 660 70"
      aria-hidden="true"
      fill="none"
      strokeWidth="2"
    >
      <g className="tour-bow">
        <circle cx="26" cy="34" r="22" />
        <circle cx="17" cy="34" r="5" />
      </g>
      <path d="M48 34H78" />
      {cuts}
      <path d="M638 34H656" />
    </svg>
  )
}
