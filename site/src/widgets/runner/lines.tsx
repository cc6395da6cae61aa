/** Output lines shared by recordings and runs. A shape and a word show the state, so color is never the only cue. */
import type { ReactNode } from 'react'

export type Tone = 'good' | 'waiting' | 'bad' | 'plain'

const SHAPES: Readonly<Record<Tone, string>> = {
  good: 'M3 8.5 6.5 12 13 4.5',
  waiting: 'M8 3.5V8l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z',
  bad: 'M4 4l8 8M12 4l-8 8',
  plain: 'M3 8h9M9 4.5 12.5 8 9 11.5',
}

/** Decorative shape next to the state's word. */
export function Shape({ tone }: { readonly tone: Tone }) {
  return (
    <svg
      className="run-shape"
      data-tone={tone}
      viewBox="0 0 16 16"
      width="14"
      height="14"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[tone]} />
    </svg>
  )
}

interface PrintedLineProps {
  readonly level: string
  readonly text: string
  /** The line of the program that printed it. */
  readonly line?: number | undefined
}

/** A console line. */
export function PrintedLine({ level, text, line }: PrintedLineProps) {
  return (
    <li className="run-line" data-kind="console" data-level={level} data-line={line}>
      {level === 'error' && <Shape tone="bad" />}
      <pre>{text}</pre>
    </li>
  )
}

/** `POST /public/v1/submit/create_wallet` → `create_wallet`. */
export const callOfPath = (path: string): string => path.split('/').at(-1) ?? path

/** Tone of a response, from its activity status or HTTP status. */
export function toneOf(status: number, activityStatus: string | undefined): Tone {
  if (status >= 400) return 'bad'
  if (activityStatus === undefined || activityStatus === 'ACTIVITY_STATUS_COMPLETED') return 'good'
  return /FAILED|REJECTED/.test(activityStatus) ? 'bad' : 'waiting'
}

interface RequestHeadProps {
  readonly call: string
  readonly status: number
  readonly activityStatus: string | undefined
  readonly children?: ReactNode
}

/** One line about a request: call, status and details. */
export function RequestHead({ call, status, activityStatus, children }: RequestHeadProps) {
  return (
    <>
      <Shape tone={toneOf(status, activityStatus)} />
      <code className="run-call">{call}</code>
      <span className="run-status">
        {status}
        {activityStatus && ` ${activityStatus.replace('ACTIVITY_STATUS_', '').replaceAll('_', ' ')}`}
      </span>
      {children}
    </>
  )
}
