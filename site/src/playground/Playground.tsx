/** Decides a request with policies, explains the decision, runs tests, and lists what each user could run alone. */

import { CopyButton, TabList, TabPanel, useTabs } from '@keywright/inspector/ui'
import { type ComponentType, useMemo, useState } from 'react'
import { DecisionView } from './DecisionView.tsx'
import { PolicyList } from './PolicyList.tsx'
import type { PanelProps } from './panel.ts'
import { ReachView } from './ReachView.tsx'
import { RequestForm } from './RequestForm.tsx'
import {
  compileAll,
  decideInputOf,
  explainSafely,
  fromFragment,
  type Scenario,
  toFragment,
} from './scenario.ts'
import { TestTable } from './TestTable.tsx'

const PANELS = {
  Policies: PolicyList,
  Request: RequestForm,
  Tests: TestTable,
  'What gets through': ReachView,
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
  const tabs = useTabs(TABS, panel, setPanel)
  const Panel = PANELS[panel]
  return (
    <section className="playground" aria-label="Policy playground">
      <header className="playground-head">
        <strong>Policy playground</strong>
        <button type="button" className="button" onClick={() => setScenario(preset)}>
          Reset
        </button>
        <span className="playground-share">
          Link <CopyButton text={addressOf(scenario)} what="link to this playground" />
        </span>
      </header>
      {shared === 'damaged' && (
        <p role="status" className="playground-problem">
          This link is damaged, so the page’s own example is shown.
        </p>
      )}
      <div className="playground-work">
        <Decision scenario={scenario} />
        <div className="playground-parts">
          <TabList of={tabs} label="Parts of the playground" className="playground-tabs" />
          <TabPanel of={tabs} className="playground-panel">
            <Panel
              scenario={scenario}
              onChange={(change) => setScenario((before) => ({ ...before, ...change }))}
              activityTypes={activityTypes}
            />
          </TabPanel>
        </div>
      </div>
    </section>
  )
}

function Decision({ scenario }: { readonly scenario: Scenario }) {
  const compiled = useMemo(() => compileAll(scenario.policies), [scenario.policies])
  const explanation = useMemo(
    () => compiled && explainSafely(decideInputOf(scenario, compiled, scenario)),
    [compiled, scenario],
  )
  return <DecisionView explanation={explanation ?? 'No decision: fix the policy problem first.'} />
}

const addressOf = (scenario: Scenario): string =>
  `${location.origin}${location.pathname}${toFragment(scenario)}`
