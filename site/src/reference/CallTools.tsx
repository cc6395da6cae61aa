/** The tools next to a call's text, such as its example. Sticky while the call is in view. */

import { TabList, TabPanel, useTabs } from '@keywright/ui'
import { useState } from 'react'
import { lazyPart } from '../shared/lazyPart.tsx'
import type { CallToolProps } from './callTool.ts'
import { Examples } from './Examples.tsx'

/** One tab per tool, in this order. */
const TOOLS = {
  Example: Examples,
  'Try it': lazyPart('The console', () => {
    // Starts next to the console's code. The console shows a failure.
    import('../widgets/sandbox/pageSandbox.ts').then((page) => page.getPageSandbox()).catch(() => {})
    return import('./try/TryIt.tsx')
  }),
} as const
type ToolName = keyof typeof TOOLS
const TABS = (Object.keys(TOOLS) as ToolName[]).map((name) => [name, name] as const)

export function CallTools(props: CallToolProps) {
  // Not stored and per call, because opening the console is a deliberate choice.
  const [chosen, choose] = useState<ToolName>('Example')
  const tabs = useTabs(TABS, chosen, choose)
  // A tool that was opened stays, with what the reader typed into it.
  const [opened, setOpened] = useState<readonly ToolName[]>([chosen])
  if (!opened.includes(chosen)) setOpened([...opened, chosen])
  const { operationId } = props.operation
  return (
    <aside className="call-tools" aria-label={`Tools for ${operationId}`}>
      <TabList of={tabs} label={`Tools for ${operationId}`} className="call-tabs" />
      <TabPanel of={tabs}>
        {opened.map((name) => {
          const Tool = TOOLS[name]
          return (
            <div key={name} hidden={name !== chosen}>
              <Tool {...props} loading={<p role="status">Loading the console…</p>} />
            </div>
          )
        })}
      </TabPanel>
    </aside>
  )
}
