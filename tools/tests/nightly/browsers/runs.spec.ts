/** Two runs at a time, a run that the reader leaves, and a call of the reference, in each browser. */
import { expect } from '@playwright/test'
import { address } from '../../../../site/e2e/support/addresses.ts'
import { inEach } from './inEach.ts'
import { COMPLETE, clickOn, type Reader, textOf, until } from './reader.ts'

const FIRST = '.example[data-example="quickstart/first-signature"]:not([data-region])'
const SECOND = '.example[data-example="quickstart/embedded-wallet"]:not([data-region])'
const POLICY = '.example[data-example="policies/first-policy"]:not([data-region])'
const button = (place: string, label: string) =>
  `[...document.querySelectorAll('${place} button')].find((one) => one.textContent.trim() === ${JSON.stringify(label)})`
const press = (place: string, label: string) => `${button(place, label)}.click()`
const hasFinished = (place: string) => `${textOf(`${place} .example-status`)}.startsWith('Finished')`

inEach('two runs at a time, and one that the reader leaves', runTwice)
inEach('a call of the reference is stamped and sent', tryCall)

async function visit(reader: Reader, path: string): Promise<void> {
  await reader.open(new URL(path, address.site).href)
  await until(reader, COMPLETE)
}

async function runTwice(reader: Reader): Promise<void> {
  await visit(reader, '/getting-started/quickstart')
  for (const place of [SECOND, FIRST]) {
    await reader.look(`document.querySelector('${place}').scrollIntoView()`)
    await until(reader, button(place, 'Run'), textOf(place))
  }
  await reader.look(`(${press(FIRST, 'Run')}, ${press(SECOND, 'Run')}, true)`)
  await until(
    reader,
    `${hasFinished(FIRST)} && ${hasFinished(SECOND)}`,
    `${textOf(FIRST)} + ${textOf(SECOND)}`,
  )
  expect(await reader.look(textOf(`${FIRST} .example-output`))).toContain('verified: true')

  // In the middle of a run. By a real key, because WebKit leaves an entry that a script added out of the history. A click
  // could miss: what is near the window is laid out after the scroll, and moves the link.
  await reader.look(press(FIRST, 'Run'))
  await reader.look(`document.querySelector('.next-steps a[href="/concepts/policies/quickstart"]').focus()`)
  await reader.press('Enter')
  await until(reader, "location.pathname === '/concepts/policies/quickstart'", 'location.pathname')
  await runOnce(reader, POLICY, 'NOT_PERMITTED_BY_POLICY')
  await reader.back()
  await until(reader, "location.pathname === '/getting-started/quickstart'", 'location.pathname')
  await runOnce(reader, FIRST, 'verified: true')
}

async function runOnce(reader: Reader, place: string, printed: string): Promise<void> {
  await until(reader, button(place, 'Run'), textOf('#main'))
  await reader.look(press(place, 'Run'))
  await until(reader, hasFinished(place), textOf(place))
  expect(await reader.look(textOf(`${place} .example-output`))).toContain(printed)
}

async function tryCall(reader: Reader): Promise<void> {
  await visit(reader, '/api/#create_wallet')
  const tab = `[...document.querySelectorAll('#create_wallet [role=tab]')].find((one) => one.textContent === 'Try it')`
  await until(reader, tab)
  await clickOn(reader, tab)
  await until(reader, button('#create_wallet', 'Stamp and send'), textOf('#create_wallet .call-tools'))
  await clickOn(reader, button('#create_wallet', 'Stamp and send'))
  const mark = '#create_wallet .try-outcome .element-verdict .run-mark'
  await until(reader, `${textOf(mark)}.startsWith('200 COMPLETED')`, textOf('#create_wallet .call-tools'))
}
