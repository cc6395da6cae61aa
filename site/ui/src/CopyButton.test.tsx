// @vitest-environment happy-dom
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, click, render } from '../test/react.ts'
import { CopyButton } from './CopyButton.tsx'

function Figure() {
  const code = useRef<HTMLPreElement>(null)
  return (
    <figure>
      <pre ref={code}>shown</pre>
      <CopyButton text="whole text" shown={code} />
    </figure>
  )
}

const setClipboard = (clipboard: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('CopyButton', () => {
  it('copies once and shows it for two seconds', async () => {
    const writeText = vi.fn(async () => {})
    setClipboard({ writeText })
    const { host } = await render(<Figure />)
    const button = host.querySelector('button')!
    await click(button)
    expect(writeText.mock.calls).toEqual([['whole text']])
    expect(button.textContent).toBe('Copied')
    await act(async () => vi.advanceTimersByTime(2_000))
    expect(button.textContent).toBe('Copy')
  })

  it('restarts the two seconds on another copy', async () => {
    setClipboard({ writeText: async () => {} })
    const { host } = await render(<Figure />)
    const button = host.querySelector('button')!
    await click(button)
    await act(async () => vi.advanceTimersByTime(1_500))
    await click(button)
    await act(async () => vi.advanceTimersByTime(1_500))
    expect(button.textContent).toBe('Copied')
  })

  it.each([
    ['without a clipboard', undefined],
    [
      'with a clipboard that rejects',
      {
        writeText: async () => {
          throw new Error('forbidden')
        },
      },
    ],
  ])('%s it selects the text and names the keys to copy it', async (_, clipboard) => {
    setClipboard(clipboard)
    const { host } = await render(<Figure />)
    await click(host.querySelector('button')!)
    expect(host.querySelector('button')!.textContent).toBe('Press Ctrl+C')
    expect(getSelection()?.toString()).toBe('shown')
  })

  it('without selectable text reports the failure', async () => {
    setClipboard(undefined)
    const { host } = await render(<CopyButton text="whole text" what="link" />)
    await click(host.querySelector('button')!)
    expect(host.querySelector('button')!.textContent).toBe("Couldn't copy link")
    await act(async () => vi.advanceTimersByTime(2_000))
    expect(host.querySelector('button')!.textContent).toBe('Copy link')
  })

  it('may unmount before the clipboard responds', async () => {
    let answer = () => {}
    setClipboard({ writeText: () => new Promise<void>((resolve) => (answer = resolve)) })
    const { host, leave } = await render(<Figure />)
    await click(host.querySelector('button')!)
    await leave()
    await act(async () => answer())
    expect(vi.getTimerCount()).toBe(0)
  })
})
