// @vitest-environment happy-dom
import { act } from '@keywright/ui/test'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './fields.tsx'

const PREPARING = { isPreparing: true }
const DISABLED = { disabled: true }

/** Presses a button twice in one state, then shows it in another. @returns how often its action ran */
async function pressThen(first: object, then: object): Promise<number> {
  const action = vi.fn()
  const host = document.createElement('div')
  const root = createRoot(host)
  const show = (state: object) =>
    act(async () =>
      root.render(
        <Button onClick={action} {...state}>
          Send
        </Button>,
      ),
    )
  await show(first)
  for (let twice = 0; twice < 2; twice++) await act(async () => host.querySelector('button')!.click())
  await show(then)
  await show({})
  return action.mock.calls.length
}

describe('a press on a button', () => {
  it('runs each time when nothing is in its way', async () => {
    expect(await pressThen({}, {})).toBe(2)
  })

  it('waits, once, while the action needs something that is loading', async () => {
    expect(await pressThen(PREPARING, PREPARING)).toBe(1)
    expect(await pressThen(PREPARING, {})).toBe(1)
  })

  it('does nothing while input is missing or the action is running', async () => {
    expect(await pressThen(DISABLED, {})).toBe(0)
    expect(await pressThen({ ...DISABLED, ...PREPARING }, {})).toBe(0)
  })
})
