import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { everyNth } from '../../scripts/lib/tries.ts'
import type { Host } from './host.ts'
import { createInProcessHost, type InProcessHost } from './inProcessHost.ts'
import { runScenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { testStories } from './testStories.ts'

testStories('the engine in this process', createInProcessHost)

describe('a shared host with a running clock', () => {
  it('runs all stories in sequence, like a server', async () => {
    const { handle, ...host } = await createInProcessHost('one for all')
    const busy = {
      ...host,
      handle(request: Request) {
        host.advance({ milliseconds: 3 })
        return handle(request)
      },
    }
    for (const story of scenarios) expect(await runScenario(busy, story)).toEqual({ missing: [] })
    expect(host.faults).toEqual([])
  })
})

describe('a broken host', () => {
  const told = everyNth(4, scenarios)
  const toldOn = async (change: (host: InProcessHost) => Partial<Host>) => {
    const outcomes = await Promise.allSettled(
      told.map(async (story) => {
        const host = await createInProcessHost(story.title)
        return runScenario({ ...host, ...change(host) }, story)
      }),
    )
    return outcomes.filter(({ status }) => status === 'rejected').length
  }

  it('is detected if its journals do not verify', async () => {
    const verifyJournal = async () => ({ ok: false, sequence: 1, reason: 'was altered' }) as const
    expect(await toldOn(() => ({ verifyJournal }))).toBe(told.length)
  })

  it('is detected if rejected requests change something', async () => {
    let entries = 0
    const NO_VOTES = { verified: 0, unverifiable: 0 }
    const verifyJournal = async () =>
      ({ ok: true, entries, head: String(entries++), votes: NO_VOTES }) as const
    expect(await toldOn(() => ({ verifyJournal }))).toBeGreaterThan(told.length / 2)
  })
})

describe('the stories', () => {
  it('are all listed, with unique titles', () => {
    const files = readdirSync(new URL('./stories/', import.meta.url))
    expect(scenarios).toHaveLength(files.length)
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(files.length)
  })

  it('are skipped on hosts without the abilities', async () => {
    const { issuer: _, ...host } = await createInProcessHost('no issuer')
    const outcomes = await Promise.all(
      scenarios.filter(({ needs }) => needs.includes('issuer')).map((story) => runScenario(host, story)),
    )
    expect(outcomes.length).toBeGreaterThan(0)
    for (const { missing } of outcomes) expect(missing).toEqual(['issuer'])
  })
})
