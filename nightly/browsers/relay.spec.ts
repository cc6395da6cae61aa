/** The API console and a server on the reader's machine, in each browser: what is allowed goes there, and comes back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DevServer, startDevServer } from '@keywright/server'
import { expect } from '@playwright/test'
import { address } from '../../site/e2e/support/addresses.ts'
import { inEach } from './inEach.ts'
import { type Reader, textOf, until } from './reader.ts'

const CONSOLE = '[aria-label="Try whoami"]'
const SETTINGS = `${CONSOLE} textarea`
/** More than stand between that button and the frame. */
const STOPS = 12

inEach('the console asks, sends to a server of this machine, and says what fails', async (reader) => {
  const stateDir = mkdtempSync(join(tmpdir(), 'relay-'))
  const server = await startDevServer({ stateDir, port: 0 })
  try {
    await walk(reader, server)
  } finally {
    await server.close()
    rmSync(stateDir, { recursive: true })
  }
})

async function walk(reader: Reader, server: DevServer): Promise<void> {
  await reader.open(`${address.site}/api/#whoami`)
  const tab = `[...document.querySelectorAll('section.call#whoami [role="tab"]')].find((one) => one.textContent === 'Try it')`
  await until(reader, tab)
  await reader.look(`${tab}.click()`)
  await until(reader, `document.querySelector('${CONSOLE} select')`)
  await reader.look(set(`${CONSOLE} select`, 'local'))
  await until(reader, `document.querySelector('${SETTINGS}')`)
  await reader.look(set(SETTINGS, settingsOf(server)))
  await until(reader, `${textOf(CONSOLE)}.includes('${server.apiKey.publicKey}')`, textOf(CONSOLE))
  // The frame has no button before its script has answered.
  await until(
    reader,
    `document.querySelector('${CONSOLE} iframe.try-relay[aria-busy="false"]')?.title.includes('${server.url}')`,
  )
  await pressInFrame(reader)
  const send = `[...document.querySelectorAll('${CONSOLE} button')].find((one) => one.textContent === 'Stamp and send')`
  // A button that waits keeps the focus, and only says that it does: it is never `disabled`.
  await until(
    reader,
    `(button => button && button.getAttribute('aria-disabled') !== 'true')(${send})`,
    textOf(CONSOLE),
  )
  await reader.look(`${send}.click()`)
  await until(
    reader,
    `${textOf(CONSOLE)}.includes('Queries ask no policy') || document.querySelector('${CONSOLE} [role="alert"]')`,
    textOf(CONSOLE),
  )
  expect(await reader.look(textOf(CONSOLE))).toContain(`"organizationId": "${server.organizationId}"`)

  await server.close()
  await reader.look(`${send}.click()`)
  await until(reader, `${textOf(CONSOLE)}.includes('Nothing answers at ${server.url}')`, textOf(CONSOLE))
}

/** No script of the page can press the button in there: the keyboard goes in. */
async function pressInFrame(reader: Reader): Promise<void> {
  await reader.look(
    `[...document.querySelectorAll('${CONSOLE} button')].find((one) => one.textContent === 'Forget this key').focus()`,
  )
  for (let stop = 0; stop < STOPS; stop++) {
    await reader.press('Tab')
    if (await reader.look(`document.activeElement.matches('iframe.try-relay')`)) return reader.press('Enter')
  }
  throw new Error('Tab never came into the frame')
}

/** As typing does, in one go. */
const set = (selector: string, value: string): string => `(() => {
  const field = document.querySelector(${JSON.stringify(selector)})
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)})
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
})()`

const settingsOf = ({ url, organizationId, apiKey }: DevServer): string =>
  [
    `KEYWRIGHT_BASE_URL=${url}`,
    `KEYWRIGHT_ORGANIZATION_ID=${organizationId}`,
    `KEYWRIGHT_API_PUBLIC_KEY=${apiKey.publicKey}`,
    `KEYWRIGHT_API_PRIVATE_KEY=${apiKey.privateKey}`,
  ].join('\n')
