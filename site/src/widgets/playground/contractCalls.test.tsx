// @vitest-environment happy-dom
/** Contract calls and times in the playground. */
import { activityTypes } from '@keywright/contract'
import { act, click, render } from '@keywright/ui/test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildCall, functionsOf, knownAbis } from './buildCall.ts'
import { Playground } from './Playground.tsx'
import { presets } from './presets.ts'

let view: Awaited<ReturnType<typeof render>>
beforeEach(async () => {
  view = await render(<Playground preset={presets.contractCalls} activityTypes={activityTypes} />)
})
afterEach(() => view.leave())

const verdict = () => view.host.querySelector('.playground-decision .playground-verdict')?.textContent
const button = (text: string) =>
  [...view.host.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.startsWith(text))!
const slider = (name: string) =>
  [...view.host.querySelectorAll<HTMLInputElement>('input[type="range"]')].find((one) =>
    one.parentElement!.textContent!.startsWith(name),
  )!
const field = (name: string) =>
  [...view.host.querySelectorAll('label')]
    .find((label) => label.querySelector('code')?.textContent === name)!
    .querySelector('input')!

async function enter(element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) {
  const [owner, event] =
    element instanceof HTMLSelectElement
      ? [HTMLSelectElement, 'change']
      : [element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement, 'input']
  await act(async () => {
    Object.getOwnPropertyDescriptor(owner.prototype, 'value')!.set!.call(element, value)
    element.dispatchEvent(new Event(event, { bubbles: true }))
  })
}

test('a slider of an argument changes the decision, and leaves out the call data', async () => {
  expect(verdict()).toBe('✓ ALLOWED')
  const amount = slider("eth.tx.contract_call_args['amount']")
  expect(amount.getAttribute('aria-valuetext')).toBe('100,000,000')
  await enter(amount, '101')
  expect(verdict()).toBe('✕ DENIED')
  await enter(amount, '100')
  expect(verdict()).toBe('✓ ALLOWED')
  await click(button('Request'))
  expect(field('data').value).toBe('')
})

test('a slider of the time changes the decision, and a button leads to the next change', async () => {
  const time = slider('time.now')
  expect(time.getAttribute('aria-valuetext')).toBe('Monday 2026-03-02 09:30 (America/New_York)')
  await click(button('Next change: Monday 2026-03-02 17:00 (America/New_York)'))
  expect(verdict()).toBe('✕ DENIED')
  expect(view.host.querySelector('.playground-lines')!.textContent).toContain('is not active now')
  await click(button('Next change: Tuesday 2026-03-03 09:00 (America/New_York)'))
  expect(verdict()).toBe('✓ ALLOWED')
  await enter(time, '0')
  expect(time.getAttribute('aria-valuetext')).toBe('Monday 2026-03-02 09:30 (America/New_York)')
})

test('an ABI and its arguments become the call of the request', async () => {
  await click(button('Request'))
  const form = [...view.host.querySelectorAll('details')].find((one) =>
    one.textContent!.startsWith('Build a contract call'),
  )!
  const status = () => form.querySelector('[role="status"]')!.textContent
  await enter(form.querySelector('textarea')!, '{"not":"an ABI"}')
  await click(button('Read the ABI'))
  await vi.waitFor(() => expect(status()).toBe('✕ $: an ABI is a JSON array'))
  await enter(form.querySelector('textarea')!, knownAbis['erc20']!)
  await click(button('Read the ABI'))
  await vi.waitFor(() => expect(form.querySelectorAll('select')).toHaveLength(2))
  const choices = [...form.querySelectorAll<HTMLOptionElement>('select:last-of-type option')]
  const [, functions] = form.querySelectorAll('select')
  const transfer = choices.find((one) => one.textContent === 'transfer(address,uint256)')!
  await enter(functions!, transfer.value)
  const [to, amount] = form.querySelectorAll<HTMLInputElement>('.playground-fields input')
  const address = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
  await enter(to!, address)
  await enter(amount!, '-1')
  await click(button('Use this call'))
  await vi.waitFor(() => expect(status()).toBe('✕ amount: -1 is not of type uint256'))
  await enter(amount!, '5')
  await click(button('Use this call'))
  await vi.waitFor(() => expect(status()).toContain('✓'))
  const words = [address.slice(2).toLowerCase(), '5'].map((word) => word.padStart(64, '0'))
  expect(field('data').value).toBe(`0xa9059cbb${words.join('')}`)
  expect(verdict()).toBe('✓ ALLOWED')
})

test('tuples are typed as lists or as objects', () => {
  const batch = functionsOf(knownAbis['erc4337']!).find(({ selector }) => selector === '0x34fcd5be')!
  const target = `0x${'1'.repeat(40)}`
  const asLists = buildCall(batch, [`[["${target}", 1, "0x"]]`])
  expect(buildCall(batch, [`[{"target":"${target}","value":1,"data":"0x"}]`])).toEqual(asLists)
  expect(asLists.contract_call_args).toEqual({ calls: [{ target, value: 1n, data: '0x' }] })
  expect(() => buildCall(batch, ['[['])).toThrow('calls: this is not JSON')
})
