/** Small components that all views share. */
import type { OrganizationNode } from '@keywright/devhost'
import { CopyButton } from '@keywright/ui'
import { Fragment, type ReactNode, useId, useRef } from 'react'
import { type Action, type Live, type Place, useHost } from '../live.ts'

export type Meaning = 'good' | 'bad' | 'waiting' | 'neutral'

const MARKS: Readonly<Record<Meaning, string>> = { good: '✓', bad: '✕', waiting: '◷', neutral: '·' }

/** A state as a mark and a word, so color is never the only cue. */
export function Badge({ meaning, children }: { meaning: Meaning; children: ReactNode }) {
  return (
    <span className="kwi-badge" data-meaning={meaning}>
      <span aria-hidden="true">{MARKS[meaning]} </span>
      {children}
    </span>
  )
}

/** @param at milliseconds since 1970 */
export function Time({ at, isShort = false }: { at: number; isShort?: boolean }) {
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} title={iso}>
      {isShort ? iso.slice(11, 19) : `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}
    </time>
  )
}

/** Converts an API time, whose parts are decimal strings, to milliseconds. */
export const toMilliseconds = ({ seconds, nanos }: { seconds: string; nanos: string }): number =>
  Number(seconds) * 1000 + Math.floor(Number(nanos) / 1e6)

/** A name that can wrap after each underscore. */
export function Name({ children }: { children: string }) {
  return children.split('_').map((piece, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a name have no other one
    <Fragment key={i}>
      {i > 0 && (
        <>
          _<wbr />
        </>
      )}
      {piece}
    </Fragment>
  ))
}

/** A value with a copy button: an id, a key, an address, a code. */
export function Hex({ children, what }: { children: string; what: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <span className="kwi-copyable">
      <code ref={shown}>{children}</code>
      <CopyButton text={children} what={what} shown={shown} />
    </span>
  )
}

/** A button that opens another item of the console. */
export function PlaceLink({ to, children }: { to: Place; children: ReactNode }) {
  const { goTo } = useHost()
  return (
    <button type="button" className="kwi-link" onClick={() => goTo(to)}>
      {children}
    </button>
  )
}

type FactsRow = readonly [name: string, value: ReactNode]

/** A row of `Facts` with a `Hex`. */
export const hexRow = (name: string, what: string, value: string | null | undefined): FactsRow => [
  name,
  value && <Hex what={what}>{value}</Hex>,
]

/** Names and values. Omits rows without a value. */
export function Facts({ rows }: { rows: readonly FactsRow[] }) {
  return (
    <dl className="kwi-facts">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A scrolling region that the keyboard can reach. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={label} className={className} tabIndex={0}>
      {children}
    </section>
  )
}

/** Text exactly as sent, or indented if it is JSON. */
export function TextBlock({
  text,
  what,
  isExact = false,
}: {
  text: string
  what: string
  isExact?: boolean
}) {
  const shown = useRef<HTMLPreElement>(null)
  return (
    <div className="kwi-text">
      <ScrollBox label={what} className="kwi-scrollbox">
        <pre ref={shown}>{isExact ? text : indented(text)}</pre>
      </ScrollBox>
      <CopyButton text={text} what={what} shown={shown} />
    </div>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

export const Json = ({ value, what }: { value: unknown; what: string }) => (
  <TextBlock text={JSON.stringify(value, undefined, 2)} what={what} />
)

/** An empty state that says what to do next. */
export const Empty = ({ children }: { children: ReactNode }) => <p className="kwi-empty">{children}</p>

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A read error with a retry button, if there is an error. */
export function Trouble({ of: { error, reload } }: { of: Pick<Live<unknown>, 'error' | 'reload'> }) {
  if (error === undefined) return null
  return (
    <p className="kwi-trouble" role="alert">
      <Badge meaning="bad">Couldn’t load</Badge> {messageOf(error)}{' '}
      <button type="button" onClick={reload}>
        Try again
      </button>
    </p>
  )
}

/** The outcome of an action: its error or its success message. */
export function Outcome({ of: { error, said } }: { of: Pick<Action, 'error' | 'said'> }) {
  return (
    <p className="kwi-outcome" role="status">
      {error !== undefined && (
        <>
          <Badge meaning="bad">Failed</Badge> {messageOf(error)}
        </>
      )}
      {said !== undefined && (
        <>
          <Badge meaning="good">Done</Badge> {said}
        </>
      )}
    </p>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly type?: string
  readonly placeholder?: string
  readonly isRequired?: boolean
}

export function Field({ label, value, onChange, hint, isRequired = false, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="kwi-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        required={isRequired}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        {...rest}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly (readonly [value: T, text: string])[]
}

export function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className="kwi-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface OrganizationChoiceProps extends Pick<ChoiceProps<string>, 'value' | 'onChange'> {
  readonly of: readonly OrganizationNode[]
}

/** One of the organizations, or all of them (`''`). */
export const OrganizationChoice = ({ of, ...rest }: OrganizationChoiceProps) => (
  <Choice
    label="Organization"
    options={[['', 'All'], ...of.map((node) => [node.organizationId, node.organizationName] as const)]}
    {...rest}
  />
)

/** `COMPLETED` of `ACTIVITY_STATUS_COMPLETED`. */
export const shortStatus = (status: string): string => status.replace('ACTIVITY_STATUS_', '')

export function meaningOfStatus(status: string): Meaning {
  const word = shortStatus(status)
  if (word === 'COMPLETED') return 'good'
  return word === 'FAILED' || word === 'REJECTED' ? 'bad' : 'waiting'
}

export const ActivityBadge = ({ status }: { status: string }) => (
  <Badge meaning={meaningOfStatus(status)}>{shortStatus(status)}</Badge>
)
