/** A slider for the time of the request, if a policy has a `time`. */
import { type CompiledPolicy, nextChangeOf, showMoment } from '@keywright/policy'
import { useState } from 'react'
import type { PanelProps } from './panel.ts'

const STEP = 15 * 60_000
const DAYS = 14
const STEPS = (DAYS * 24 * 3_600_000) / STEP

interface TimeSliderProps extends Pick<PanelProps, 'scenario' | 'onChange'> {
  readonly policies: readonly CompiledPolicy[]
}

export function TimeSlider({ scenario: { now }, policies, onChange }: TimeSliderProps) {
  const [from] = useState(() => Math.floor(Number(now ?? Date.now()) / STEP) * STEP)
  const times = policies.flatMap(({ time }) => time ?? [])
  if (times.length === 0) return null
  const moment = Number(now ?? from)
  const shown = showMoment(times[0]!, moment)
  const [next] = times
    .flatMap((time) => {
      const change = nextChangeOf(time, moment)
      return change === undefined ? [] : [{ change, text: showMoment(time, change) }]
    })
    .sort((a, b) => a.change - b.change)
  return (
    <div className="playground-amount">
      <label>
        <span>
          <code>time.now</code> {shown}
        </span>
        <input
          type="range"
          max={STEPS}
          value={Math.min(STEPS, Math.max(0, (moment - from) / STEP))}
          aria-valuetext={shown}
          onChange={({ target }) => onChange({ now: BigInt(from + Number(target.value) * STEP) })}
        />
      </label>
      {next && (
        <button type="button" className="link-button" onClick={() => onChange({ now: BigInt(next.change) })}>
          Next change: {next.text}
        </button>
      )}
    </div>
  )
}
