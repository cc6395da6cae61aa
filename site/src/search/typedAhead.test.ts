// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { keepTyping } from './typedAhead.ts'

const press = (key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  document.body.dispatchEvent(event)
  return event
}

describe('keepTyping', () => {
  it('keeps letters from the page, in order, and lets Backspace take back', () => {
    const seen = vi.fn()
    document.addEventListener('keydown', seen)
    const typed = keepTyping(document, 'w')
    for (const key of ['a', 'x', 'Backspace', 'l', ' ', 'é', '𝒳', 'Backspace', '/'])
      expect(press(key).defaultPrevented).toBe(true)
    expect(typed.text).toBe('wal é/')
    expect(seen).not.toHaveBeenCalled()
    typed.stop()
    expect(press('a').defaultPrevented).toBe(false)
    expect(typed.text).toBe('wal é/')
    expect(seen).toHaveBeenCalledOnce()
    document.removeEventListener('keydown', seen)
  })
  it('leaves shortcuts, other keys and unfinished composition alone', () => {
    const typed = keepTyping(document, '')
    press('c', { ctrlKey: true })
    press('v', { metaKey: true })
    press('Tab')
    press('ArrowDown')
    press('k', { isComposing: true })
    expect(typed.text).toBe('')
    typed.stop()
  })
  it('notes when the reader changes their mind', () => {
    const typed = keepTyping(document, '')
    expect(typed.isCanceled).toBe(false)
    press('Escape')
    expect(typed.isCanceled).toBe(true)
    // From then on the keys are the page's.
    expect(press('a').defaultPrevented).toBe(false)
  })
  it('notes a reader who goes elsewhere', () => {
    document.body.innerHTML = '<a href="#there"><b>there</b></a><input><i>here</i>'
    for (const [place, goes] of [
      ['b', true],
      ['input', true],
      ['i', false],
    ] as const) {
      const typed = keepTyping(document, '')
      document.querySelector<HTMLElement>(place)!.click()
      expect(typed.isCanceled, place).toBe(goes)
      typed.stop()
    }
    const typed = keepTyping(document, '')
    history.replaceState(null, '', '/back')
    expect(typed.isCanceled).toBe(true)
    typed.stop()
  })
})
