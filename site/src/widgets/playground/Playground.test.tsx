// @vitest-environment happy-dom
import { activityTypes } from '@keywright/contract'
import { act, click, press, render, until } from '@keywright/ui/test'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { amount } from './AmountSliders.tsx'
import { Playground } from './Playground.tsx'
import { presets } from './presets.ts'

let view: Awaited<ReturnType<typeof render>>
beforeEach(async () => {
  view = await render(<Playground preset={presets.quickstart} activityTypes={activityTypes} />)
})
afterEach(() => view.leave())

const verdict = () => view.host.querySelector('.playground-decision .playground-verdict')?.textContent
const button = (text: string) =>
  [...view.host.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.startsWith(text))!
const open = (name: string) => click(button(name))

async function type(element: HTMLTextAreaElement | HTMLInputElement, value: string): Promise<void> {
  const owner = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(owner.prototype, 'value')!.set!.call(element, value)
    if (element.type !== 'range') element.setSelectionRange(value.length, value.length)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('explains the decision like the command line', () => {
  expect(verdict()).toBe('✓ ALLOWED')
  expect(view.host.querySelector('.playground-decision')!.textContent).toContain(
    'by Payouts pays the supplier',
  )
})

test('marks a broken expression and makes no decision', async () => {
  const area = view.host.querySelector('textarea')!
  await type(area, 'eth.tx.color == 1')
  expect(area.getAttribute('aria-invalid')).toBe('true')
  expect(view.host.querySelector('mark')!.textContent).toBe('color')
  expect(verdict()).toBeUndefined()
})

test('completes from the vocabulary by keyboard', async () => {
  const area = view.host.querySelector('textarea')!
  await type(area, 'eth.tx.chain')
  expect(view.host.querySelector('[role="option"]')!.textContent).toContain('chain_id')
  await press(area, 'Enter')
  expect(area.value).toBe('eth.tx.chain_id')
})

// React sees no release of a button outside its own elements, so it believes a button to be down from the first press on.
test.each([
  () => new MouseEvent('mousedown', { bubbles: true }),
  () => new KeyboardEvent('keyup', { key: 'Home', bubbles: true }),
])('a completion is gone when the caret moves away from it (%#)', async (move) => {
  const area = view.host.querySelector('textarea')!
  area.focus()
  await type(area, 'eth.tx.chain')
  expect(view.host.querySelector('[role="option"]')).not.toBeNull()
  area.setSelectionRange(3, 3)
  await act(async () => void area.dispatchEvent(move()))
  expect(view.host.querySelector('[role="option"]')).toBeNull()
  await press(area, 'Enter')
  expect(area.value).toBe('eth.tx.chain')
})

test('removing an approval changes the decision', async () => {
  await open('Request')
  const boxes = [...view.host.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  await click(boxes[0]!)
  expect(verdict()).toBe('◷ CONSENSUS_NEEDED')
})

test('tags are typed like any text, and a space separates them', async () => {
  await open('Request')
  const tags = [...view.host.querySelectorAll('label')]
    .find((label) => label.textContent?.startsWith('Tags of'))!
    .querySelector('input')!
  for (const typed of ['finance', 'finance ', 'finance b', 'finance, board']) {
    await type(tags, typed)
    expect(tags.value).toBe(typed)
  }
  await act(async () => void tags.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(tags.value).toBe('finance board')
})

test('an amount slider changes the decision as it moves', async () => {
  const slider = view.host.querySelector<HTMLInputElement>('input[type="range"]')!
  expect(slider.parentElement!.textContent).toBe('eth.tx.value 0.01 ether, limit 0.1 ether')
  await type(slider, '100')
  expect(verdict()).toBe('✓ ALLOWED')
  await type(slider, '101')
  expect(slider.getAttribute('aria-valuetext')).toBe('0.101 ether')
  expect(verdict()).toBe('◷ CONSENSUS_NEEDED')
})

test.each([
  [1n, '0.000000000000000001 ether'],
  [100_000_000_000_000_001n, '0.100000000000000001 ether'],
  [1_234_000_000_000_000_000_000n, '1,234 ether'],
  [0n, '0 ether'],
])('%i wei read %s', (value, text) => {
  expect(amount('eth.tx.value', value)).toBe(text)
  expect(amount('eth.tx.gas', value)).toBe(value.toLocaleString('en-US'))
})

test('a number field of the request rejects other text', async () => {
  await open('Request')
  const value = [...view.host.querySelectorAll('label')]
    .find((label) => label.querySelector('code')?.textContent === 'value')!
    .querySelector('input')!
  await type(value, 'much')
  expect(value.getAttribute('aria-invalid')).toBe('true')
  await type(value, '1000000000000000000')
  expect(verdict()).toBe('◷ CONSENSUS_NEEDED')
})

test('tests pass, and fail when the policies change', async () => {
  await open('Tests')
  expect(view.host.querySelectorAll('[data-passed="true"]')).toHaveLength(4)
  await open('Policies')
  await click(button('Remove'))
  await open('Tests')
  expect(view.host.querySelector('[data-passed="false"]')!.textContent).toBe('✕ fails')
})

test('shares a link and an image of the decision', async () => {
  await open('Share')
  const shared = view.host.querySelector('.playground-share')!
  expect(shared.querySelector('canvas')!.getAttribute('aria-label')).toBe(
    'ALLOWED by Payouts pays the supplier',
  )
  expect(shared.querySelector('a')!.download).toBe('decision.png')
  await type(view.host.querySelector('textarea')!, 'eth.tx.color == 1')
  expect(shared.querySelector('canvas')).toBeNull()
})

test('lists what gets through and opens an example', async () => {
  await open('What gets through')
  await until(() => view.host.querySelector('.playground-reach li'))
  expect(view.host.querySelector('.playground-reach')!.textContent).toContain(
    'SIGN_TRANSACTION (eth.tx, by wallet)',
  )
  await open('Show an example')
  expect(verdict()).toBe('✓ ALLOWED')
})
