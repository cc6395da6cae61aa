/** What stands beside the text of a call, pinned while it is read: the example, and whatever else works with a call. */
import { type ComponentType, useId } from 'react'
import { storedChoice } from '../ui/stored.ts'
import { useRovingFocus } from '../ui/useRovingFocus.ts'
import { useStored } from '../ui/useStored.ts'
import type { CallToolProps } from './callTool.ts'
import { Examples } from './Examples.tsx'

/** One tab each, in this order; with a single one there are no tabs. A tool that sends requests is named here, too. */
const TOOLS = {
  Example: Examples,
} as const satisfies Record<string, ComponentType<CallToolProps>>
const NAMES = Object.keys(TOOLS) as (keyof typeof TOOLS)[]
const CHOSEN = storedChoice('reference.tool', NAMES, 'Example')

export function CallTools(props: CallToolProps) {
  const [chosen, choose] = useStored(CHOSEN)
  const roving = useRovingFocus(NAMES, chosen, choose)
  const id = useId()
  const Tool = TOOLS[chosen]
  const { operationId } = props.operation
  if (NAMES.length === 1)
    return (
      <aside className="call-tools" aria-label={`Example of ${operationId}`}>
        <Tool {...props} />
      </aside>
    )
  return (
    <aside className="call-tools" aria-label={`Tools for ${operationId}`}>
      <div className="call-tabs" role="tablist" aria-label={`Tools for ${operationId}`}>
        {NAMES.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            onClick={() => choose(name)}
            {...roving.itemProps(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        <Tool {...props} />
      </div>
    </aside>
  )
}
