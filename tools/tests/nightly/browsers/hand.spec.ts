/** Typing into the editor and search, the mouse, the wheel and "back", in each browser. */
import { expect } from '@playwright/test'
import { address } from '../../../../site/e2e/support/addresses.ts'
import { FIRST_EXAMPLE } from '../../../../site/src/frame/shellIds.ts'
import { inEach } from './inEach.ts'
import { COMPLETE, clickOn, type Reader, textOf, typeText, until } from './reader.ts'

const EXAMPLE = `#${FIRST_EXAMPLE}`
const button = (label: string) =>
  `[...document.querySelectorAll('${EXAMPLE} button')].find((one) => one.textContent.trim() === '${label}')`
/** The editor is in a shadow root. */
const EDITOR = `[...document.querySelectorAll('${EXAMPLE} *')].map((one) => (one.shadowRoot ?? one).querySelector('.cm-content')).find(Boolean)`

inEach('typing into the editor, and running by mouse', typeAndRun)
inEach('the wheel and "back" keep what is read', scrollAndReturn)
inEach('the wheel does not move the page behind search', wheelOverSearch)
inEach('Enter opens the chosen row below an answer', searchByKeys)

async function visit(reader: Reader, path: string): Promise<void> {
  await reader.open(new URL(path, address.site).href)
  await until(reader, COMPLETE)
}

async function typeAndRun(reader: Reader): Promise<void> {
  await visit(reader, '/getting-started/quickstart')
  await clickOn(reader, button('Edit'))
  await until(reader, EDITOR)
  await clickOn(reader, EDITOR)
  const typed = '/ a?k.,;#%^*+-=~|<> // '
  await typeText(reader, typed)
  await until(
    reader,
    `${EDITOR}.textContent.includes(${JSON.stringify(typed.trim())})`,
    `${EDITOR}.textContent`,
  )
  expect(await reader.look(`document.querySelector('dialog[open]')?.className ?? ''`)).toBe('')
  await clickOn(reader, button('Reset'))
  await clickOn(reader, button('Run'))
  await until(reader, `${textOf(`${EXAMPLE} .example-status`)}.startsWith('Finished')`, textOf(EXAMPLE))
}

async function wheelOverSearch(reader: Reader): Promise<void> {
  await visit(reader, '/faq')
  await reader.look('scrollTo(0, 600)')
  await settledLine(reader)
  const place = '[scrollY, document.body.clientWidth]'
  const before = await reader.look(place)
  await reader.press('/')
  await until(reader, `document.activeElement?.matches('dialog input')`)
  // Beside the box, over its field and over its body, which has nothing to scroll yet.
  for (const [x, y] of [
    [20, 300],
    [640, 60],
    [640, 300],
  ] as const)
    for (const down of [700, -300]) await reader.wheel(x, y, down)
  await settledLine(reader)
  expect(await reader.look(place)).toEqual(before)
  await reader.press('Escape')
  await until(reader, `!document.querySelector('dialog')`)
  expect(await reader.look(place)).toEqual(before)
}

async function searchByKeys(reader: Reader): Promise<void> {
  await visit(reader, '/faq')
  await reader.press('/')
  await until(reader, `document.activeElement?.matches('dialog input')`)
  await typeText(reader, 'How do I require two approvals?')
  await until(reader, `document.querySelector('.search-answer:not([hidden])')`)
  const chosen = `document.querySelector('[role=option][aria-selected=true]').getAttribute('href')`
  const href = await reader.look(chosen)
  await reader.press('Enter')
  await until(reader, `location.pathname + location.hash === ${JSON.stringify(href)}`, 'location.href')
}

/** The text at a third of the window, and where it starts. */
const LINE = `(() => {
  const { left, width } = document.getElementById('main').getBoundingClientRect()
  for (let y = innerHeight / 3; y < innerHeight; y += 5) {
    const at = document.elementFromPoint(left + width * 0.4, y)?.closest('p, li, tr, pre, h2, h3, h4, dd')
    const text = (at?.textContent ?? '').trim().slice(0, 80)
    if (text) return { text, top: Math.round(at.getBoundingClientRect().top) }
  }
  return { text: '', top: 0 }
})()`

interface Line {
  readonly text: string
  readonly top: number
}

/** What is read once it has stayed for a second. */
async function settledLine(reader: Reader): Promise<Line> {
  let [last, same] = ['', 0]
  while (same < 5) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const now = JSON.stringify(await reader.look(LINE))
    same = now === last ? same + 1 : 0
    last = now
  }
  return JSON.parse(last)
}

async function scrollAndReturn(reader: Reader): Promise<void> {
  for (const path of ['/concepts/policies/language', '/api/#create_wallet']) {
    await visit(reader, path)
    await settledLine(reader)
    const start = Number(await reader.look('scrollY'))
    for (let turn = 0; turn < 4; turn++) await reader.wheel(700, 500, 700)
    await until(reader, `scrollY > ${start + 700}`, 'scrollY')
    const read = await settledLine(reader)
    // Upward, content that was never laid out comes into view.
    await reader.wheel(700, 500, -300)
    await reader.wheel(700, 500, 300)
    const again = await settledLine(reader)
    expect(again.text, path).toBe(read.text)
    await reader.open(new URL('/llms.txt', address.site).href)
    await reader.back()
    await until(reader, COMPLETE)
    await until(reader, `${LINE}.text === ${JSON.stringify(again.text)}`, `${LINE}.text`)
    const back = await settledLine(reader)
    expect(back.text, path).toBe(again.text)
    expect(Math.abs(back.top - again.top), path).toBeLessThan(3)
  }
}
