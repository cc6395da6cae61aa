/** The suite of all stories, for any host. */
import { describe, expect, it } from 'vitest'
import type { Host } from './host.ts'
import { runScenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

export interface TestedHost extends Host {
  /** Bugs of the engine; none are expected. */
  readonly faults: readonly unknown[]
}

/** @param hostOf called for each story with its title */
export function testStories(name: string, hostOf: (title: string) => TestedHost | Promise<TestedHost>): void {
  describe(name, () => {
    it.for(scenarios.map((story) => [story.title, story] as const))('%s', async ([, story], { skip }) => {
      const host = await hostOf(story.title)
      const before = host.faults.length
      const { missing } = await runScenario(host, story)
      expect(host.faults.slice(before)).toEqual([])
      if (missing.length > 0) skip(`the host has no ${missing.join(', ')}`)
    })
  })
}
