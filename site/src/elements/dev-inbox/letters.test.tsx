// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { SiteContext } from '../../shell/services.ts'
import { click, render } from '../../ui/testing.ts'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import DevInbox from './DevInbox.tsx'
import { carriedBy, FLOWS, type Flow, readLetters, send } from './letters.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))

let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
})

describe.each(Object.keys(FLOWS) as Flow[])('%s', (flow) => {
  it('brings a letter with something to copy', async () => {
    await bench.sandbox.inbox.clear()
    await send(bench, flow)
    const [letter] = await readLetters(bench)
    expect(letter!.kind).toBe(flow.includes('SMS') ? 'sms' : 'mail')
    const [[name, value]] = carriedBy(letter!) as [[string, string]]
    expect(name).toBe(flow.startsWith('Code') ? 'Code' : 'Credential bundle')
    expect(letter!.text).toContain(value)
  })
})

/** However long the machine takes. */
const shown = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

it('shows letters as they come, and empties the inbox', async () => {
  await bench.sandbox.inbox.clear()
  await bench.sandbox.clock.advance(600_000)
  const slot = { read: () => null, write: () => undefined }
  const announce = vi.fn()
  const site = { storage: { kept: slot, tab: slot }, announce, navigate: () => undefined }
  const { host, leave } = await render(
    <SiteContext value={site}>
      <DevInbox />
    </SiteContext>,
  )
  const button = (name: string) =>
    [...host.querySelectorAll('button')].find((one) => one.textContent === name)!
  await click(button('Code by email'))
  await shown(() => expect(host.querySelectorAll('li')).toHaveLength(1))
  expect(host.textContent).toContain('alice@example.com')
  expect(announce).toHaveBeenCalledWith('A message has arrived.')
  await shown(() => expect(button('Empty it').getAttribute('aria-disabled')).toBeNull())
  await click(button('Empty it'))
  await shown(() => expect(host.textContent).toContain('The inbox is empty.'))
  await leave()
}, 120_000)
