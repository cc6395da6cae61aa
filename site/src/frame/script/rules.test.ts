import { describe, expect, it, vi } from 'vitest'
import { resolveAnnouncement } from './announcementRules.ts'
import { collapseDuration } from './collapse.ts'
import { resolveColorMode } from './colorModeRules.ts'
import { currentHeading } from './contents.ts'
import { shouldHide } from './hideOnScroll.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import { atSection } from './problemReport.ts'
import { requestOf } from './searchRequest.ts'

describe('color mode', () => {
  const config = { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false } as const
  const respecting = { ...config, respectPrefersColorScheme: true }

  it.each([
    ['is the default without a choice', config, null, true, 'light'],
    ['follows the system when that is enabled', respecting, null, true, 'dark'],
    ['follows the system to light as well', { ...respecting, defaultMode: 'dark' }, null, false, 'light'],
    ['prefers the stored choice to the system', respecting, 'light', true, 'light'],
    ['ignores an invalid stored value', config, 'sepia', false, 'light'],
    [
      'ignores the stored choice without a switch',
      { ...config, disableSwitch: true },
      'dark',
      false,
      'light',
    ],
  ] as const)('%s', (_name, given, saved, systemIsDark, mode) => {
    expect(resolveColorMode(given, saved, systemIsDark)).toBe(mode)
  })
})

describe('announcement', () => {
  const bar = { id: 'two', isCloseable: true }

  it('is shown the first time, and its id stored', () => {
    const store = { id: 'two', dismissed: 'false' }
    expect(resolveAnnouncement(bar, { id: null, dismissed: null })).toEqual({ closed: false, store })
  })

  it('stays closed once dismissed', () => {
    expect(resolveAnnouncement(bar, { id: 'two', dismissed: 'true' })).toEqual({
      closed: true,
      store: undefined,
    })
  })

  it('is shown again with a new id', () => {
    const store = { id: 'two', dismissed: 'false' }
    expect(resolveAnnouncement(bar, { id: 'one', dismissed: 'true' })).toEqual({ closed: false, store })
  })

  it('is always shown without a close button', () => {
    const fixed = { ...bar, isCloseable: false }
    expect(resolveAnnouncement(fixed, { id: 'two', dismissed: 'true' }).closed).toBe(false)
  })
})

describe('prefetching', () => {
  it('runs on good and on unknown connections', () => {
    vi.stubGlobal('navigator', {})
    expect(mayPrefetch()).toBe(true)
    vi.unstubAllGlobals()
    expect(mayPrefetch({ effectiveType: '4g' })).toBe(true)
    expect(mayPrefetch({ effectiveType: '3g', saveData: false })).toBe(true)
  })

  it('is skipped on 2g and when saving data', () => {
    expect(mayPrefetch({ effectiveType: '2g' })).toBe(false)
    expect(mayPrefetch({ effectiveType: 'slow-2g' })).toBe(false)
    expect(mayPrefetch({ effectiveType: '4g', saveData: true })).toBe(false)
  })
})

describe('collapse animation', () => {
  it('takes longer for taller content, up to a limit', () => {
    const durations = [20, 100, 500, 5000].map((height) => collapseDuration(height, false))
    expect(durations).toEqual([...durations].sort((a, b) => a - b))
    expect(new Set(durations).size).toBe(4)
    expect(durations.at(-1)).toBeLessThanOrEqual(150)
  })

  it('takes 1 ms with reduced motion', () => {
    expect(collapseDuration(500, true)).toBe(1)
  })
})

describe('navbar that hides on scroll', () => {
  it('hides on scrolling down and returns on scrolling up', () => {
    expect(shouldHide(false, 200, 240, 60)).toBe(true)
    expect(shouldHide(true, 240, 200, 60)).toBe(false)
  })

  it('stays at the top of the page and on small movements', () => {
    expect(shouldHide(false, 0, 50, 60)).toBe(false)
    expect(shouldHide(true, 200, 198, 60)).toBe(true)
    expect(shouldHide(false, 200, 202, 60)).toBe(false)
  })
})

describe('contents highlight', () => {
  it('is the last reached heading', () => {
    expect(currentHeading([-300, 260, 400], false, 900)).toBe(1)
    expect(currentHeading([280, 400], false, 900)).toBe(-1)
  })

  it('is the last heading at the bottom of the page', () => {
    expect(currentHeading([-300, 80, 400], true, 900)).toBe(2)
  })
})

describe('a problem report', () => {
  const sectionIn = (address: string) => /^Section:.*$/m.exec(new URL(address).searchParams.get('body')!)?.[0]
  const issue = `https://code.example/issues/new?${new URLSearchParams({
    title: 'Docs: Wallets & keys',
    body: 'Page: https://docs.example/wallets\n\nSection:\n\nWhat is wrong or missing:\n',
  })}`

  it('names the latest section of the URL, if any', () => {
    const first = atSection(issue, '#address-formats')
    expect(sectionIn(first)).toBe('Section: #address-formats')
    expect(sectionIn(atSection(first, '#$&'))).toBe('Section: #$&')
    expect(atSection(first, '')).toBe(issue)
  })
})

describe('search keys', () => {
  const nowhere = { button: false, editable: false }
  const press = (key: string, on = nowhere, changes = {}) =>
    requestOf(
      {
        key,
        code: '',
        keyCode: 0,
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        shiftKey: false,
        isComposing: false,
        getModifierState: () => false,
        ...changes,
      },
      on,
    )

  it('open with Ctrl+K and Cmd+K, even in a field', () => {
    expect(press('k', nowhere, { ctrlKey: true })).toBe('')
    expect(press('K', { ...nowhere, editable: true }, { metaKey: true })).toBe('')
  })

  it('leave Ctrl+Shift+K and other shortcuts to the browser', () => {
    expect(press('K', nowhere, { ctrlKey: true, shiftKey: true })).toBeUndefined()
    expect(press('k', nowhere, { ctrlKey: true, altKey: true })).toBeUndefined()
    expect(press('t', nowhere, { ctrlKey: true, code: 'KeyK' })).toBeUndefined()
  })

  it.each(['л', 'κ', 'ن', 'ㅏ'])(
    'open with Ctrl and the key of K on a layout that writes %s there',
    (key) => {
      expect(press(key, nowhere, { ctrlKey: true, code: 'KeyK' })).toBe('')
      expect(press(key, nowhere, { ctrlKey: true, code: 'KeyR' })).toBeUndefined()
    },
  )

  it('do not open while a word is composed', () => {
    expect(press('/', nowhere, { isComposing: true })).toBeUndefined()
    expect(press('/', nowhere, { keyCode: 229 })).toBeUndefined()
  })

  it('open with a slash, except in a field', () => {
    expect(press('/')).toBe('')
    expect(press('/', { ...nowhere, editable: true })).toBeUndefined()
  })

  it('open with a slash that is typed with AltGr', () => {
    const altGr = { ctrlKey: true, altKey: true, getModifierState: (key: string) => key === 'AltGraph' }
    expect(press('/', nowhere, altGr)).toBe('')
    expect(press('/', nowhere, { altKey: true })).toBeUndefined()
  })

  it('open with the letter typed on the button', () => {
    expect(press('w', { ...nowhere, button: true })).toBe('w')
    expect(press('w')).toBeUndefined()
    expect(press('Enter', { ...nowhere, button: true })).toBeUndefined()
    expect(press('c', { ...nowhere, button: true }, { ctrlKey: true })).toBeUndefined()
  })
})
