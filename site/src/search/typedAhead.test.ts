// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { keepTyping } from './typedAhead.ts'

const press = (key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  document.body.dispatchEvent(event)
  return event
}

describe('keepTyping', () => {
  it('collects letters in order and supports Backspace', () => {
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
  it('ignores shortcuts, other keys and unfinished composition', () => {
    const typed = keepTyping(document, '')
    press('c', { ctrlKey: true })
    press('v', { metaKey: true })
    press('Tab')
    press('ArrowDown')
    press('k', { isComposing: true })
    expect(typed.text).toBe('')
    typed.stop()
  })
  it('detects Escape', () => {
    const typed = keepTyping(document, '')
    expect(typed.isCanceled).toBe(false)
    press('Escape')
    expect(typed.isCanceled).toBe(true)
    // After that, keys go to the page.
    expect(press('a').defaultPrevented).toBe(false)
  })
  it('detects a reader who goes elsewhere', () => {
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
