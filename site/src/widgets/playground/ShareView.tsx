/** The link to a scenario. */
import { CopyButton } from '@keywright/ui'
import { useEffect, useRef } from 'react'
import { type Scenario, toFragment } from './scenario.ts'

export function ShareView({ scenario }: { readonly scenario: Scenario }) {
  const field = useRef<HTMLInputElement>(null)
  const link = `${location.origin}${location.pathname}${toFragment(scenario)}`
  useEffect(() => field.current?.focus(), [])
  return (
    <label className="playground-share">
      Link to this playground, with your policies and request
      <span className="playground-link">
        <input readOnly value={link} ref={field} onFocus={({ target }) => target.select()} />
        <CopyButton text={link} what="link to this playground" />
      </span>
    </label>
  )
}
