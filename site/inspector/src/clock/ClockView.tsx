/** The host's clock: advance, set, freeze and resume it. */
import { useEffect, useState } from 'react'
import type { EventName } from '../connection.ts'
import { useAction, useHost, useLive } from '../live.ts'
import { Badge, Field, Outcome, Time, Trouble } from '../parts/texts.tsx'

interface ClockState {
  readonly now: number
  readonly isStanding: boolean
}

const NEWS: readonly EventName[] = ['clock', 'state']
const STEPS = [
  ['1 minute', 60],
  ['5 minutes', 300],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const

/** @param said success message */
type Move = (path: `/dev/clock/${string}`, body: object, said: string) => void

export function ClockView() {
  const { api } = useHost()
  const read = useLive<ClockState>('/dev/clock', NEWS)
  const moving = useAction()
  const move: Move = (path, body, said) =>
    moving.run(async () => {
      await api.post<ClockState>(path, body)
      read.reload()
      return said
    })
  const clock = read.value
  return (
    <div className="kwi-page">
      <h2>Clock</h2>
      <Trouble of={read} />
      {clock && (
        <p>
          <strong className="kwi-clock">
            <Running clock={clock} />
          </strong>{' '}
          {clock.isStanding ? <Badge meaning="waiting">frozen</Badge> : <Badge meaning="good">running</Badge>}
        </p>
      )}
      <p className="kwi-empty">
        Sessions, codes, approvals and stamps expire by this clock. It only moves forward, and everything that
        falls due on the way is delivered.
      </p>
      <AdvanceForm move={move} isBusy={moving.isBusy} />
      <div className="kwi-buttons">
        {clock?.isStanding ? (
          <button
            type="button"
            onClick={() =>
              move('/dev/clock/resume', {}, 'Clock resumed. On a server with a seed, it stays frozen.')
            }
          >
            Resume the clock
          </button>
        ) : (
          <button type="button" onClick={() => move('/dev/clock/freeze', {}, 'Clock frozen.')}>
            Freeze the clock
          </button>
        )}
      </div>
      <Outcome of={moving} />
    </div>
  )
}

function AdvanceForm({ move, isBusy }: { move: Move; isBusy: boolean }) {
  const [seconds, setSeconds] = useState('')
  const [time, setTime] = useState('')
  return (
    <fieldset className="kwi-form" aria-busy={isBusy}>
      <legend>Advance the clock</legend>
      <div className="kwi-buttons">
        {STEPS.map(([name, step]) => (
          <button
            key={name}
            type="button"
            onClick={() => move('/dev/clock/advance', { seconds: step }, `Clock advanced by ${name}.`)}
          >
            {name}
          </button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          move('/dev/clock/advance', { seconds: Number(seconds) }, `Clock advanced by ${seconds} s.`)
        }}
      >
        <Field label="Seconds" type="number" value={seconds} onChange={setSeconds} isRequired />
        <button type="submit">Advance</button>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          move('/dev/clock/set', { now: Date.parse(`${time}Z`) }, 'Clock set.')
        }}
      >
        <Field
          label="Time (UTC)"
          type="datetime-local"
          value={time}
          onChange={setTime}
          hint="Must be in the future"
          isRequired
        />
        <button type="submit">Set the time</button>
      </form>
    </fieldset>
  )
}

/** Ticks by the browser's clock between two reads. */
function Running({ clock }: { clock: ClockState }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    setPassed(0)
    if (clock.isStanding) return
    const start = Date.now()
    const timer = setInterval(() => setPassed(Date.now() - start), 1_000)
    return () => clearInterval(timer)
  }, [clock])
  return <Time at={clock.now + passed} />
}
