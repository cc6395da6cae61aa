/** What stands beside the text of a call, pinned while it is read: the example, and whatever else works with a call. */
import { type ComponentType, lazy, Suspense, useId, useState } from 'react'
import { useRovingFocus } from '../ui/useRovingFocus.ts'
import type { CallToolProps } from './callTool.ts'
import { Examples } from './Examples.tsx'

/** One tab each, in this order. */
const TOOLS = {
  Example: Examples,
  'Try it': lazy(() => import('./try/TryIt.tsx')),
} as const satisfies Record<string, ComponentType<CallToolProps>>
const NAMES = Object.keys(TOOLS) as (keyof typeof TOOLS)[]

export function CallTools(props: CallToolProps) {
  // Not remembered, and for one call alone: a console comes with an intent.
  const [chosen, choose] = useState<keyof typeof TOOLS>('Example')
  const roving = useRovingFocus(NAMES, chosen, choose)
  const id = useId()
  const Tool = TOOLS[chosen]
  const { operationId } = props.operation
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
        <Suspense fallback={<p role="status">Loading the console…</p>}>
          <Tool {...props} />
        </Suspense>
      </div>
    </aside>
  )
}
