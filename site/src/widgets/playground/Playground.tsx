/** Decides a request with policies, explains the decision, runs tests, and lists what each user could run alone. */

import { TabList, TabPanel, useTabs } from '@keywright/ui'
import { type ComponentType, useMemo, useState } from 'react'
import { AmountSliders } from './AmountSliders.tsx'
import { DecisionView } from './DecisionView.tsx'
import { PolicyList } from './PolicyList.tsx'
import type { PanelProps } from './panel.ts'
import { ReachView } from './ReachView.tsx'
import { RequestForm } from './RequestForm.tsx'
import { ShareView } from './ShareView.tsx'
import { compileAll, decideInputOf, explainSafely, fromFragment, type Scenario } from './scenario.ts'
import { TestTable } from './TestTable.tsx'
import { TimeSlider } from './TimeSlider.tsx'

const PANELS = {
  Policies: PolicyList,
  'What gets through': ReachView,
  Request: RequestForm,
  Tests: TestTable,
} as const satisfies Readonly<Record<string, ComponentType<PanelProps>>>
type PanelName = keyof typeof PANELS
const TABS = (Object.keys(PANELS) as PanelName[]).map((name) => [name, name] as const)

interface PlaygroundProps {
  readonly preset: Scenario
  readonly activityTypes: readonly string[]
}

export function Playground({ preset, activityTypes }: PlaygroundProps) {
  const [shared] = useState(() => fromFragment(location.hash))
  const [scenario, setScenario] = useState(() => (shared === 'damaged' ? undefined : shared) ?? preset)
  const [panel, setPanel] = useState<PanelName>('Policies')
  const [isSharing, setSharing] = useState(false)
  const tabs = useTabs(TABS, panel, setPanel)
  const Panel = PANELS[panel]
  const compiled = useMemo(() => compileAll(scenario.policies), [scenario.policies])
  const explanation = useMemo(
    () =>
      compiled
        ? explainSafely(decideInputOf(scenario, compiled, scenario))
        : 'No decision: fix the policy problem first.',
    [compiled, scenario],
  )
  const onChange = (change: Partial<Scenario>) => setScenario((before) => ({ ...before, ...change }))
  return (
    <section className="playground" aria-label="Policy playground">
      <header className="playground-head">
        <button type="button" className="button" onClick={() => setScenario(preset)}>
          Reset
        </button>
        <button
          type="button"
          className="button"
          aria-expanded={isSharing}
          onClick={() => setSharing(!isSharing)}
        >
          Share
        </button>
      </header>
      {shared === 'damaged' && (
        <p role="status" className="playground-problem">
          This link is damaged, so the page’s own example is shown.
        </p>
      )}
      {isSharing && <ShareView scenario={scenario} explanation={explanation} />}
      <div className="playground-work">
        <DecisionView explanation={explanation}>
          <AmountSliders scenario={scenario} policies={compiled ?? []} onChange={onChange} />
          <TimeSlider scenario={scenario} policies={compiled ?? []} onChange={onChange} />
        </DecisionView>
        <div className="playground-parts">
          <TabList of={tabs} label="Parts of the playground" className="playground-tabs" />
          <TabPanel of={tabs} className="playground-panel">
            <Panel scenario={scenario} onChange={onChange} activityTypes={activityTypes} />
          </TabPanel>
        </div>
      </div>
    </section>
  )
}
