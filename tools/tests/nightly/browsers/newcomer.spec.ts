/** A newcomer's path from the home page to a policy, by keyboard, in each browser and on a phone. */
import { expect } from '@playwright/test'
import { address } from '../../../../site/e2e/support/addresses.ts'
import { inEach } from './inEach.ts'
import { COMPLETE, choose, type Reader, textOf, typeText, until } from './reader.ts'

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 375, height: 800 },
]
const TOUR = '.tour'
const exampleOf = (id: string) => `.example[data-example="${id}"]:not([data-region])`

for (const window of WINDOWS) inEach(`at ${window.width} px: home, quickstart, policy`, walk, { window })

async function walk(reader: Reader): Promise<void> {
  await reader.open(address.site)
  await until(reader, COMPLETE)

  await choose(reader, TOUR, 'Run all four')
  await until(reader, `${textOf('.tour-status')}.startsWith('Done: eight signed requests')`, textOf(TOUR))
  const marks = await reader.look(
    `[...document.querySelectorAll('.tour .run-mark')].map((one) => one.textContent)`,
  )
  expect(marks).toEqual(['created', 'verified', 'denied', 'verified'])

  await choose(reader, '.next-steps', 'Quickstart: sign your first message')
  await until(reader, "location.pathname === '/getting-started/quickstart'", 'location.pathname')
  await run(reader, 'quickstart/first-signature', 'verified: true')

  await choose(reader, '.next-steps', 'Policy quickstart')
  await until(reader, "location.pathname === '/concepts/policies/quickstart'", 'location.pathname')
  await run(reader, 'policies/first-policy', 'NOT_PERMITTED_BY_POLICY')

  await reader.open(address.site)
  await until(reader, COMPLETE)
  await choose(reader, 'header', 'Search')
  await until(
    reader,
    `document.activeElement.matches('[role="combobox"]')`,
    'document.activeElement.outerHTML',
  )
  await typeText(reader, 'read-only session')
  await until(reader, `document.querySelector('[role="option"]')`, `${textOf('[role="dialog"]')}`)
  await reader.press('Enter')
  await until(reader, "location.pathname === '/features/sessions'", 'location.pathname')
}

async function run(reader: Reader, id: string, printed: string): Promise<void> {
  const place = exampleOf(id)
  await choose(reader, place, 'Run')
  await until(reader, `${textOf(`${place} .example-status`)}.startsWith('Finished')`, textOf(place))
  expect(await reader.look(textOf(`${place} .example-output`))).toContain(printed)
}
