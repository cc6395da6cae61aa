/** Props of every playground panel. */
import type { Scenario } from './scenario.ts'

export interface PanelProps {
  readonly scenario: Scenario
  readonly onChange: (change: Partial<Scenario>) => void
  readonly activityTypes: readonly string[]
}
