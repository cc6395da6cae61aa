// @vitest-environment happy-dom
import { openapi } from '@keywright/contract/reference'
import { buttonNamed, click, fill, render, until } from '@keywright/ui/test'
import { beforeAll, expect, test, vi } from 'vitest'
import { SiteContext } from '../../shared/services.ts'
import { openWorkbench } from '../../widgets/kit/workbench.ts'
import { CallTools } from '../CallTools.tsx'
import type { ApiDescription } from '../description.ts'

vi.mock('../../widgets/sandbox/pageSandbox.ts', () => import('../../../test/elements/inProcess.ts'))

const gate = vi.hoisted(() => ({ opens: Promise.resolve() }))
vi.mock('../../widgets/kit/workbench.ts', async (original) => {
  const kit = await original<typeof import('../../widgets/kit/workbench.ts')>()
  return { ...kit, openWorkbench: () => gate.opens.then(kit.openWorkbench) }
})

const slot = { read: () => null, write: () => undefined }
const site = { storage: { kept: slot, tab: slot }, announce: () => undefined, navigate: () => undefined }
const path = '/public/v1/submit/create_user_tag'

beforeAll(async () => void (await openWorkbench()))

test('keeps what was typed while another tool is shown, and sends it on Enter', async () => {
  const description = openapi() as unknown as ApiDescription
  const operation = description.paths[path]!.post
  const { host, leave } = await render(
    <SiteContext value={site}>
      <CallTools path={path} operation={operation} description={description} />
    </SiteContext>,
  )
  const choose = async (tool: string) =>
    click([...host.querySelectorAll<HTMLElement>('[role=tab]')].find((tab) => tab.textContent === tool)!)
  await choose('Try it')
  const form = await until(() => host.querySelector('form'))
  await until(() => form.querySelector('.try-context summary')?.textContent?.includes('API key'))
  await fill('userTagName required', 'typed')
  await choose('Example')
  await choose('Try it')
  expect([...form.querySelectorAll('input')].map(({ value }) => value)).toContain('typed')
  // What browsers press on Enter in a field of one line.
  expect([...form.querySelectorAll('[type=submit]')]).toEqual([buttonNamed('Stamp and send')])
  await click(buttonNamed('Stamp and send')!)
  const outcome = await until(() => form.querySelector('.try-outcome'))
  expect(outcome.textContent).toContain('COMPLETED')
  await leave()
})

test.each(['form', 'JSON', 'JSON and then the form'])(
  'keeps what was typed in the %s while the sandbox starts, until Reset',
  async (mode) => {
    const description = openapi() as unknown as ApiDescription
    const operation = description.paths[path]!.post
    let open = () => {}
    gate.opens = new Promise((resolve) => {
      open = resolve
    })
    const { host, leave } = await render(
      <SiteContext value={site}>
        <CallTools path={path} operation={operation} description={description} />
      </SiteContext>,
    )
    await click(
      [...host.querySelectorAll<HTMLElement>('[role=tab]')].find((tab) => tab.textContent === 'Try it')!,
    )
    const form = await until(() => host.querySelector('form'))
    if (mode !== 'form') await click(buttonNamed('Edit as JSON')!)
    if (mode === 'JSON and then the form') {
      await fill('Body, exactly as sent', '{"parameters":{"userTagName":"\\"early\\"","userIds":[]}}')
      await click(buttonNamed('Back to the form')!)
    } else await fill(mode === 'JSON' ? 'Body, exactly as sent' : 'userTagName required', '"early"')
    const values = () =>
      [...form.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    open()
    await until(() => form.querySelector('.try-context summary')?.textContent?.includes('API key'))
    expect(values()).toContain('"early"')
    await click(buttonNamed('Reset')!)
    await until(() => !values().includes('"early"'))
    await leave()
  },
)
