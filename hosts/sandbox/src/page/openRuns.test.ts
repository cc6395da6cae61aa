/** Runs are isolated from each other and from the stored sandbox. */
import { ROUTES } from '@keywright/devhost'
import { describe, expect, it } from 'vitest'
import { createLocks, openInTab, openTab, type Tab } from '../../test/tabs.ts'
import type { SandboxHandles } from './handles.ts'
import type { SandboxOptions } from './openSandbox.ts'

const open = (options: SandboxOptions, tab: Tab = openTab(undefined)) => openInTab(tab, options)

/** Frozen clock, so equal states give equal responses. */
const openSeeded = () => open({ seed: 7, storage: 'memory' })

const STATE_ROUTES = ROUTES.filter(
  ({ method, path }) => method === 'GET' && !/[{]|events|openapi|authorize/.test(path),
)

const stateOf = (host: SandboxHandles) =>
  Promise.all(STATE_ROUTES.map(async ({ path }) => [path, await (await host.fetch(path)).text()]))

/** Every way in which code can change a host. */
const CHANGES: Readonly<Record<string, (run: SandboxHandles) => Promise<unknown>>> = {
  'moves the clock': (run) => run.clock.advance(86_400_000),
  'stops the clock': (run) => run.clock.freeze(),
  'sets a fault': (run) => run.dev('POST', '/dev/faults', { kind: 'status' }),
  'removes all faults': (run) => run.dev('DELETE', '/dev/faults'),
  'creates an organization': (run) => run.createOrganization('Other'),
  'sends requests': (run) => run.fetch('/public/v1/query/whoami', { method: 'POST', body: '{}' }),
  'clears the inbox': (run) => run.inbox.clear(),
  'clears the request log': (run) => run.dev('DELETE', '/dev/requests'),
  'clears the webhook deliveries': (run) => run.dev('DELETE', '/dev/webhooks'),
  'takes a snapshot': (run) => run.snapshot('mine'),
  'restores a snapshot': async (run) => {
    await run.snapshot('mine')
    await run.restore('mine')
  },
}

describe('a run', () => {
  it('covers every route that changes state', () => {
    const changing = ROUTES.filter(({ method, path }) => method !== 'GET' && !/[{]|issuer|stamps/.test(path))
    expect(changing.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /dev/organizations',
      'DELETE /dev/inbox',
      'POST /dev/clock/advance',
      'POST /dev/clock/set',
      'POST /dev/clock/freeze',
      'POST /dev/clock/resume',
      'DELETE /dev/requests',
      'POST /dev/faults',
      'DELETE /dev/faults',
      'DELETE /dev/webhooks',
      'POST /dev/import',
    ])
  })

  it('takes the prepared host and creates one organization', async () => {
    const sandbox = await openSeeded()
    sandbox.readyRun()
    sandbox.readyRun()
    const run = sandbox.openRun()
    await Promise.all([run.begin(), run.begin()])
    expect(await run.organizations()).toHaveLength(1)
    expect([run.number, sandbox.openRun().number]).toEqual([1, 2])
  })

  it.each(Object.entries(CHANGES))('that %s does not change the sandbox or other runs', async (_, change) => {
    const sandbox = await openSeeded()
    await sandbox.createOrganization('Kept')
    await sandbox.dev('POST', '/dev/faults', { kind: 'latency', call: 'create_wallet' })
    const other = sandbox.openRun()
    const before = [await stateOf(sandbox), await stateOf(other)]
    const run = sandbox.openRun()
    await change(run)
    run.close()
    expect([await stateOf(sandbox), await stateOf(other)]).toEqual(before)
    expect(await stateOf(sandbox.openRun())).toEqual(before[1])
  })

  it('can’t see the sandbox', async () => {
    const sandbox = await openSeeded()
    const fresh = await stateOf(sandbox.openRun())
    for (const change of Object.values(CHANGES)) await change(sandbox)
    expect(await stateOf(sandbox.openRun())).toEqual(fresh)
  })

  it('notifies only its own listeners', async () => {
    const sandbox = await openSeeded()
    const told: string[] = []
    const [one, two] = [sandbox.openRun(), sandbox.openRun()]
    sandbox.onEvent(({ name }) => told.push(`sandbox ${name}`))
    one.onEvent(({ name }) => told.push(`one ${name}`))
    two.onEvent(({ name }) => told.push(`two ${name}`))
    await two.clock.advance(1)
    expect(told).toEqual(['two clock'])
  })

  it('stays readable as the latest run and is released when the next one begins', async () => {
    const sandbox = await openSeeded()
    let begun = 0
    sandbox.onRun(() => begun++)
    const first = sandbox.openRun()
    first.close()
    expect(sandbox.latestRun).toBe(first)
    expect(await first.organizations()).toEqual([])
    sandbox.openRun()
    expect(begun).toBe(2)
    await expect(first.organizations()).rejects.toThrow('This run has ended')
  })

  it('keeps running alongside a later run until it is closed', async () => {
    const sandbox = await openSeeded()
    const [first, second] = [sandbox.openRun(), sandbox.openRun()]
    expect(await first.organizations()).toEqual([])
    first.close()
    await expect(first.organizations()).rejects.toThrow('This run has ended')
    expect(await second.organizations()).toEqual([])
  })

  it('works while another tab owns the sandbox', async () => {
    const locks = createLocks()
    const name = 'runs of two tabs'
    const owner = await open({ name }, openTab(locks))
    const attached = await open({ name }, openTab(locks))
    expect(attached.status.role).toBe('attached')
    const run = attached.openRun()
    await run.createOrganization('Mine')
    expect(await run.organizations()).toHaveLength(1)
    expect(await owner.organizations()).toEqual([])
  })
})
