/** What every panel of the playground works on. */
import type { Scenario } from './scenario.ts'

export interface PanelProps {
  readonly scenario: Scenario
  readonly onChange: (change: Partial<Scenario>) => void
  readonly activityTypes: readonly string[]
}
