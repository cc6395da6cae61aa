/** The shell in each browser: color mode, categories, tabs, section links, search, mobile menu. */
import { expect } from '@playwright/test'
import { address } from '../../../../site/e2e/support/addresses.ts'
import { inEach } from './inEach.ts'
import { COMPLETE, type Reader, typeText, until } from './reader.ts'

const FOCUSED = 'document.activeElement.outerHTML.slice(0, 200)'
const focus = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).focus()`
const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`

inEach('the shell on a wide screen', walkWide)
inEach('the menu of a phone', walkNarrow, { window: { width: 375, height: 800 } })

async function visit(reader: Reader, path: string): Promise<void> {
  await reader.open(new URL(path, address.site).href)
  await until(reader, COMPLETE)
}

async function walkWide(reader: Reader): Promise<void> {
  await visit(reader, '/concepts/wallets')
  await reader.look(click('[data-color-switch]'))
  await until(reader, "document.documentElement.dataset.theme === 'dark'")
  await visit(reader, '/markdown-page')
  expect(await reader.look('document.documentElement.dataset.theme')).toBe('dark')

  const chosen = `.tabs[data-group] [role="tab"]:nth-of-type(2)`
  await reader.look(click(chosen))
  const label = await reader.look(`document.querySelector('${chosen}').textContent`)
  await visit(reader, '/markdown-page')
  await until(reader, `document.querySelector('${chosen}').getAttribute('aria-selected') === 'true'`)
  expect(await reader.look(`document.querySelector('${chosen}').textContent`)).toBe(label)

  const category = '.sidebar details:not([open])'
  await visit(reader, '/concepts/wallets')
  await reader.look(
    `(one => { one.dataset.tested = ''; one.querySelector('summary').focus() })(document.querySelector('${category}'))`,
  )
  await reader.press('Enter')
  await until(reader, "document.querySelector('[data-tested]').open", FOCUSED)
  await reader.press('Enter')
  await until(reader, "!document.querySelector('[data-tested]').open", FOCUSED)

  await reader.look(
    `document.getElementById('main').insertAdjacentHTML('afterbegin', '<a id="there" href="/faq#chains">there</a>')`,
  )
  await reader.look(click('#there'))
  await until(reader, "location.pathname === '/faq' && document.activeElement.id === 'chains'", FOCUSED)
  expect(await reader.look(COMPLETE)).toBe(true)

  await reader.press('/')
  await until(reader, `document.activeElement.matches('dialog[open] [role="combobox"]')`, FOCUSED)
  await typeText(reader, 'wallet')
  await until(reader, `document.querySelector('[role="option"]')`)
  await reader.press('Escape')
  await until(reader, `!document.querySelector('dialog')`)
}

async function walkNarrow(reader: Reader): Promise<void> {
  await visit(reader, '/concepts/wallets')
  const isOpen = "document.getElementById('menu').matches(':popover-open')"
  await reader.look(focus('.menu-button'))
  await reader.press('Enter')
  await until(
    reader,
    `${isOpen} && document.getElementById('menu').contains(document.activeElement)`,
    FOCUSED,
  )
  expect(await reader.look("document.querySelector('.page').inert")).toBe(true)
  await reader.press('Escape')
  // Until the menu's entry is gone, "back" would be the second step back.
  await until(
    reader,
    `!${isOpen} && !history.state?.menu && document.activeElement.matches('.menu-button')`,
    FOCUSED,
  )
  expect(await reader.look("document.querySelector('.page').inert")).toBe(false)
  expect(await reader.look('location.pathname')).toBe('/concepts/wallets')

  await reader.press('Enter')
  await until(reader, `${isOpen} && history.state?.menu`)
  await reader.look('history.back()')
  await until(reader, `!${isOpen} && location.pathname === '/concepts/wallets'`)

  await until(reader, "document.activeElement.matches('.menu-button')", FOCUSED)
  await reader.press('Enter')
  await until(reader, isOpen)
  await reader.look(`document.querySelector('#menu a[href="/changelog"]').click()`)
  await until(
    reader,
    `location.pathname === '/changelog' && !${isOpen} && document.activeElement.id === 'main'`,
    FOCUSED,
  )
}
