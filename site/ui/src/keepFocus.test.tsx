// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { click, render } from '../test/react.ts'
import { keepFocus } from './keepFocus.ts'

function List({ names }: { names: readonly string[] }) {
  const [left, setLeft] = useState(names)
  return (
    <>
      {left.map((name) => (
        <p key={name}>
          <input aria-label={name} />
          <button type="button" onClick={() => setLeft(left.filter((one) => one !== name))}>
            Remove {name}
          </button>
        </p>
      ))}
      <button type="button">Add</button>
    </>
  )
}

const focused = () => document.activeElement?.textContent
const named = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)!
const remove = async (name: string) => {
  const button = named(`Remove ${name}`)
  button.focus()
  await click(button)
}

let end = () => {}
beforeEach(async () => {
  // happy-dom has no layout, so everything in the document counts as visible.
  HTMLElement.prototype.checkVisibility = function () {
    return !this.closest('[hidden]')
  }
  end = keepFocus((await render(<List names={['a', 'b', 'c']} />)).host)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

describe('the focus', () => {
  it('moves to the next element when its element is removed, or to the last one left', async () => {
    await remove('b')
    expect(focused()).toBe('Remove c')
    await remove('c')
    expect(focused()).toBe('Add')
  })

  it('moves to the element in the same place when a list that had it is replaced', async () => {
    end()
    const { host } = await render(<List names={['a', 'b', 'c']} />)
    const copy = host.innerHTML
    host.querySelectorAll('button')[1]!.focus()
    end = keepFocus(host)
    host.innerHTML = copy
    await Promise.resolve()
    expect(document.activeElement).toBe(host.querySelectorAll('button')[1])
  })

  it('moves on when its element is hidden or disabled', async () => {
    named('Remove b').focus()
    named('Remove b').parentElement!.hidden = true
    await Promise.resolve()
    expect(document.activeElement!.getAttribute('aria-label')).toBe('c')
    named('Remove c').focus()
    named('Remove c').disabled = true
    await Promise.resolve()
    expect(focused()).toBe('Add')
  })

  it('stays where other code or the reader moved it', async () => {
    const outside = document.body.appendChild(document.createElement('button'))
    outside.textContent = 'outside'
    named('Remove a').focus()
    outside.focus()
    await click(named('Remove c'))
    expect(focused()).toBe('outside')
    named('Remove a').focus()
    named('Remove a').blur()
    await Promise.resolve()
    named('Remove a').parentElement!.remove()
    await Promise.resolve()
    expect(document.activeElement).toBe(document.body)
  })

  it('is not moved after the end', async () => {
    end()
    await remove('b')
    expect(document.activeElement).toBe(document.body)
  })

  it('does not receive a key that is still held down', async () => {
    await remove('a')
    const press = (repeat: boolean) =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }),
      )
    expect(focused()).toBe('Remove b')
    expect(press(true)).toBe(false)
    expect(press(false)).toBe(true)
    expect(press(true)).toBe(true)
  })
})
