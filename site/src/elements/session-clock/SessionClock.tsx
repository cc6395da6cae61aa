/** Open sessions, move the clock of the sandbox, and let the engine say which of them it still takes. */
import { useEffect, useId, useState } from 'react'
import { ElementFrame, useReset } from '../kit/ElementFrame.tsx'
import { Button, Buttons } from '../kit/fields.tsx'
import { ResultRow, Results, Trouble } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench, sandboxNow } from '../kit/workbench.ts'
import { formatLeft, type OpenSession, openSessions, type SessionState, stateOf } from './sessions.ts'

type Shown = readonly (readonly [OpenSession, SessionState])[]
const MINUTE = 60_000
const ONE_SECOND = 1000
/** As far as the slider goes: beyond the longest of them. */
const MOST_MINUTES = 90

export default function SessionClock() {
  const [key, reset] = useReset()
  return (
    <ElementFrame onReset={reset}>
      <Clock key={key} />
    </ElementFrame>
  )
}

function Clock() {
  const { value: shown, isBusy, error, run } = useTask<Shown>()
  const [minutes, setMinutes] = useState(5)
  const [now, setNow] = useState(sandboxNow)
  const slider = useId()
  const isOpen = shown !== undefined
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => setNow(sandboxNow()), ONE_SECOND)
    return () => clearInterval(timer)
  }, [isOpen])

  const work = (doing: () => Promise<readonly OpenSession[]>) =>
    run(async () => {
      const sessions = await doing()
      // Reads the clock, too.
      await openWorkbench()
      const asked = await Promise.all(sessions.map(async (one) => [one, await stateOf(one)] as const))
      setNow(sandboxNow())
      return asked
    })
  const open = () => work(async () => openSessions(await openWorkbench()))
  const advance = () =>
    work(async () => {
      const { sandbox } = await openWorkbench()
      await sandbox.clock.advance(minutes * MINUTE)
      return shown!.map(([session]) => session)
    })
  return (
    <>
      <Buttons>
        <Button isMain disabled={isBusy} onClick={() => void open()}>
          {isOpen ? 'Open new sessions' : 'Open sessions'}
        </Button>
      </Buttons>
      <Trouble error={error} />
      {!shown ? (
        <p>A press opens one session of each kind for the root user of an organization in the sandbox.</p>
      ) : (
        <>
          <p>
            In the sandbox it is{' '}
            <strong>{new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC</strong>.
          </p>
          <div className="element-field">
            <label htmlFor={slider}>Move the clock ahead by {minutes} minutes</label>
            <input
              id={slider}
              type="range"
              min={1}
              max={MOST_MINUTES}
              value={minutes}
              onChange={(event) => setMinutes(Number(event.target.value))}
            />
          </div>
          <Buttons>
            <Button disabled={isBusy} onClick={() => void advance()}>
              {isBusy ? 'Moving…' : 'Move the clock'}
            </Button>
          </Buttons>
          <Results label="Sessions">
            {shown.map(([session, state]) => (
              <ResultRow
                key={session.kind}
                tone={state.isAlive ? 'good' : 'bad'}
                word={state.isAlive ? 'alive' : 'refused'}
                title={
                  <>
                    {session.title} {/* The seconds are not told to assistive technology as they pass. */}
                    <span aria-live="off">
                      {state.isAlive ? `for ${formatLeft(session.expiresAt - now)}` : ''}
                    </span>
                  </>
                }
              >
                {state.isAlive ? undefined : state.message}
              </ResultRow>
            ))}
          </Results>
          <p className="element-hint">
            The clock goes ahead only, for everything in the sandbox of this page. “Reset” in its console sets
            it back.
          </p>
        </>
      )}
    </>
  )
}
