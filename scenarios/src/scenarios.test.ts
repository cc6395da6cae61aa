import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createInProcessHost } from './inProcessHost.ts'
import { runScenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

describe('the engine in this process', () => {
  it.each(scenarios.map((story) => [story.title, story] as const))('%s', async (title, story) => {
    const host = await createInProcessHost(title)
    expect(await runScenario(host, story)).toEqual({ missing: [] })
    expect(host.faults).toEqual([])
  })
})

describe('the stories', () => {
  it('are all told, each under its own title', () => {
    const files = readdirSync(new URL('./stories/', import.meta.url))
    expect(scenarios).toHaveLength(files.length)
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(files.length)
  })

  it('are left out on hosts that cannot play them', async () => {
    const { issuer: _, ...host } = await createInProcessHost('no issuer')
    const outcomes = await Promise.all(
      scenarios.filter(({ needs }) => needs.includes('issuer')).map((story) => runScenario(host, story)),
    )
    expect(outcomes.length).toBeGreaterThan(0)
    for (const { missing } of outcomes) expect(missing).toEqual(['issuer'])
  })
})
