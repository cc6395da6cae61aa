// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { press, render } from '../test/react.ts'
import type { RovingAxis } from './roving.ts'
import { useRovingFocus } from './useRovingFocus.ts'

const KEYS = ['one', 'two', 'three'] as const

function Choices({ start, axis }: { start?: (typeof KEYS)[number]; axis?: RovingAxis }) {
  const [current, setCurrent] = useState(start)
  const roving = useRovingFocus(KEYS, current, setCurrent, axis)
  return KEYS.map((key) => (
    <button key={key} type="button" {...roving.itemProps(key)}>
      {key}
    </button>
  ))
}

const tabStops = (host: HTMLElement) =>
  [...host.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0).map((one) => one.textContent)

afterEach(() => document.body.replaceChildren())

describe('useRovingFocus', () => {
  it('has one tab stop: the current item, or the first', async () => {
    expect(tabStops((await render(<Choices />)).host)).toEqual(['one'])
    expect(tabStops((await render(<Choices start="three" />)).host)).toEqual(['three'])
  })

  it.each([
    ['horizontal', 'ArrowRight', 'ArrowLeft'],
    ['vertical', 'ArrowDown', 'ArrowUp'],
  ] as const)('%s: moves by arrows, round at the ends, and by Home and End', async (axis, on, back) => {
    const { host } = await render(<Choices axis={axis} />)
    host.querySelector('button')!.focus()
    const focusAfter = async (key: string) => {
      await press(document.activeElement!, key)
      expect(tabStops(host)).toEqual([document.activeElement!.textContent])
      return document.activeElement!.textContent
    }
    expect(await focusAfter(on)).toBe('two')
    expect(await focusAfter('End')).toBe('three')
    expect(await focusAfter(on)).toBe('one')
    expect(await focusAfter(back)).toBe('three')
    expect(await focusAfter('Home')).toBe('one')
    expect(await focusAfter('x')).toBe('one')
  })

  it('leaves keys of the other axis to the page', async () => {
    const { host } = await render(<Choices axis="vertical" />)
    const button = host.querySelector('button')!
    const event = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })
    button.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })
})
