import { describe, it } from 'vitest'
import { createInProcessHost } from '../inProcessHost.ts'
import { runScenario, type Scenario } from '../scenario.ts'
import { askerLeaves } from './askerLeaves.ts'

/** Stories that the engine does not live up to. One that comes true fails here, and moves to `stories/`. */
const defects: readonly Scenario[] = [askerLeaves]

describe('the engine does not yet tell', () => {
  it.fails.each(defects.map((story) => [story.title, story] as const))('%s', async (title, story) => {
    await runScenario(await createInProcessHost(title), story)
  })
})
