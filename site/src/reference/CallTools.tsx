/** What stands beside the text of a call, pinned while it is read: the example, and whatever else works with a call. */

import { TabList, TabPanel, useTabs } from '@keywright/inspector/ui'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { CallToolProps } from './callTool.ts'
import { Examples } from './Examples.tsx'

/** One tab each, in this order. */
const TOOLS = {
  Example: Examples,
  'Try it': lazy(() => import('./try/TryIt.tsx')),
} as const satisfies Record<string, ComponentType<CallToolProps>>
type ToolName = keyof typeof TOOLS
const TABS = (Object.keys(TOOLS) as ToolName[]).map((name) => [name, name] as const)

export function CallTools(props: CallToolProps) {
  // Not remembered, and for one call alone: a console comes with an intent.
  const [chosen, choose] = useState<ToolName>('Example')
  const tabs = useTabs(TABS, chosen, choose)
  const Tool = TOOLS[chosen]
  const { operationId } = props.operation
  return (
    <aside className="call-tools" aria-label={`Tools for ${operationId}`}>
      <TabList of={tabs} label={`Tools for ${operationId}`} className="call-tabs" />
      <TabPanel of={tabs}>
        <Suspense fallback={<p role="status">Loading the console…</p>}>
          <Tool {...props} />
        </Suspense>
      </TabPanel>
    </aside>
  )
}
