/** The scores that the page shows are what the public clients get today. Ours are run beside their sources. */
import { checks, inProcess, runConformance } from '@keywright/conformance'
import { describe, expect, it } from 'vitest'
import recorded from '../../../site/ledger/conformance.json' with { type: 'json' }
import { scoreOf } from '../../../site/ledger/scores.ts'
import { httpClient, serverSdk } from './publicClients.ts'

const RECORD = 'else run npm run nightly -- conformance, and read the difference'

it(`the record names the checks that there are: ${RECORD}`, () => {
  expect(recorded.checks).toEqual(
    checks.map(({ id, group, requires, source }) => ({ id, group, requires, source })),
  )
})

it('every client of ours fails nothing, and says what it does not offer', () => {
  const ours = recorded.clients.filter(({ name }) => name.startsWith('Keywright for '))
  expect(ours.map(({ name }) => name.replace('Keywright for ', ''))).toEqual([
    'TypeScript',
    'Go',
    'Rust',
    'Ruby',
  ])
  for (const { failed } of ours) expect(failed).toEqual([])
  // conformance/src/conformance.test.ts runs it.
  expect(ours[0]!.passed).toEqual(checks.map(({ id }) => id))
})

// Each waits most of its time: for servers that never answer.
describe.concurrent(`scores as recorded: ${RECORD}`, () => {
  it.each([
    ['@turnkey/http, old', () => httpClient('old')],
    ['@turnkey/http, new', () => httpClient('new')],
    ['@turnkey/sdk-server, old', () => serverSdk('old')],
    ['@turnkey/sdk-server, new', () => serverSdk('new')],
  ])(
    '%s',
    async (_, handlers) => {
      const score = scoreOf(await runConformance(inProcess(handlers())))
      expect(recorded.clients).toContainEqual(score)
    },
    300_000,
  )
})
