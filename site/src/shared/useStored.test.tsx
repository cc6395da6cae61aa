// @vitest-environment happy-dom

import { act, click, render } from '@keywright/ui/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedChoice, useStored } from './useStored.ts'

const slot = storedChoice('test.flavor', ['salt', 'sweet'], 'salt')

function Chooser() {
  const [flavor, choose] = useStored(slot)
  return (
    <button type="button" onClick={() => choose(flavor === 'salt' ? 'sweet' : 'salt')}>
      {flavor}
    </button>
  )
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('useStored', () => {
  it('shows the stored value and stores a new one', async () => {
    localStorage.setItem('test.flavor', '"sweet"')
    const { host } = await render(<Chooser />)
    expect(host.textContent).toBe('sweet')
    await click(host.querySelector('button')!)
    expect(host.textContent).toBe('salt')
    expect(localStorage.getItem('test.flavor')).toBe('"salt"')
  })

  it.each(['', 'sweet', '"bitter"', '{"a":', 'null', '[]', '1e999'])(
    'falls back for the damaged value %j',
    async (damaged) => {
      localStorage.setItem('test.flavor', damaged)
      const { host } = await render(<Chooser />)
      expect(host.textContent).toBe('salt')
    },
  )

  it('updates every component that shows the slot', async () => {
    const { host } = await render(
      <>
        <Chooser />
        <Chooser />
      </>,
    )
    await click(host.querySelector('button')!)
    expect(host.textContent).toBe('sweetsweet')
  })

  it('follows changes in another tab, including a cleared storage', async () => {
    const { host } = await render(<Chooser />)
    localStorage.setItem('test.flavor', '"sweet"')
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'test.flavor' })))
    expect(host.textContent).toBe('sweet')
    localStorage.clear()
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(host.textContent).toBe('salt')
  })

  it('keeps a choice without storage until the page closes', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('forbidden')
    })
    const { host } = await render(<Chooser />)
    await click(host.querySelector('button')!)
    expect(host.textContent).toBe('sweet')
  })
})
