/** The suite of all stories, for any host. */
import { expect, it } from 'vitest'
import type { Host } from './host.ts'
import type { Story } from './story.ts'
import { World } from './world.ts'

const modules = import.meta.glob<Record<string, Story>>('./stories/*.ts', { eager: true })

/** Runs every story, then verifies the journals of its organizations. `hostOf` is called with the title of each. */
export function testStories(hostOf: (title: string) => Host | Promise<Host>): void {
  it.each(Object.values(modules).flatMap(Object.values<Story>))('$title', async ({ title, tell }) => {
    const host = await hostOf(title)
    const before = host.faults.length
    const world = new World(host)
    await tell(world)
    await world.verifyJournals()
    expect(host.faults.slice(before)).toEqual([])
  })
}
