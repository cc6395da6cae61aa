// @vitest-environment happy-dom

import { click, render } from '@keywright/inspector/testing'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedChoice, useStored } from './useStored.ts'

const slot = storedChoice('test.flavour', ['salt', 'sweet'], 'salt')

function Chooser() {
  const [flavour, choose] = useStored(slot)
  return (
    <button type="button" onClick={() => choose(flavour === 'salt' ? 'sweet' : 'salt')}>
      {flavour}
    </button>
  )
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('useStored', () => {
  it('shows what was stored, and stores what is chosen', async () => {
    localStorage.setItem('test.flavour', '"sweet"')
    const { host } = await render(<Chooser />)
    expect(host.textContent).toBe('sweet')
    await click(host.querySelector('button')!)
    expect(host.textContent).toBe('salt')
    expect(localStorage.getItem('test.flavour')).toBe('"salt"')
  })

  it.each(['', 'sweet', '"bitter"', '{"a":', 'null', '[]', '1e999'])(
    'takes the fallback for the damaged value %j',
    async (damaged) => {
      localStorage.setItem('test.flavour', damaged)
      const { host } = await render(<Chooser />)
      expect(host.textContent).toBe('salt')
    },
  )

  it('changes every component that shows the slot', async () => {
    const { host } = await render(
      <>
        <Chooser />
        <Chooser />
      </>,
    )
    await click(host.querySelector('button')!)
    expect(host.textContent).toBe('sweetsweet')
  })

  it('follows another tab, also one that clears the storage', async () => {
    const { host } = await render(<Chooser />)
    localStorage.setItem('test.flavour', '"sweet"')
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'test.flavour' })))
    expect(host.textContent).toBe('sweet')
    localStorage.clear()
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(host.textContent).toBe('salt')
  })

  it('holds a choice without storage until the page closes', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('forbidden')
    })
    const { host } = await render(<Chooser />)
    await click(host.querySelector('button')!)
    expect(host.textContent).toBe('sweet')
  })
})
