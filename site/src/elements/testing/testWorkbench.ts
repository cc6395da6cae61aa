/** A workbench over a development host in this process, in place of the page's worker: for tests. */
import { openTestDevhost, TEST_URL } from '@keywright/devhost/testing'
import type { Sandbox } from '@keywright/sandbox'
import { clientFor, type Workbench } from '../kit/workbench.ts'

export async function openTestWorkbench(): Promise<Workbench> {
  const { host } = await openTestDevhost()
  const fetch: typeof globalThis.fetch = (input, init) =>
    host.handle(new Request(typeof input === 'string' ? new URL(input, TEST_URL) : input, init))
  const dev = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const answer = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw new Error(answer.message)
    return answer
  }
  const now = async (method: string, path: string, body?: unknown) =>
    (await dev<{ now: number }>(method, path, body)).now
  const clock = {
    now: () => now('GET', '/dev/clock'),
    advance: (milliseconds: number) => now('POST', '/dev/clock/advance', { milliseconds }),
  }
  // What elements use of it; the worker and its shares are not here.
  const sandbox = { url: TEST_URL, fetch, dev, clock } as unknown as Sandbox
  const organization = await dev<Workbench['organization']>('POST', '/dev/organizations', {})
  return { sandbox, organization, client: clientFor(sandbox, organization) }
}
