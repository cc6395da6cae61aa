/** Compares the recorded scores with the public clients. Tests of the Keywright clients are next to their sources. */
import { checks, inProcess, runConformance } from '@keywright/conformance'
import { describe, expect, it } from 'vitest'
import recorded from '../../../../../site/ledger/conformance.json' with { type: 'json' }
import { scoreOf } from '../../../../../site/ledger/scores.ts'
import { httpClient, serverSdk } from './publicClients.ts'

const RECORD = 'update with npm run nightly -- conformance'

it(`the record contains exactly the current checks; ${RECORD}`, () => {
  expect(recorded.checks).toEqual(
    checks.map(({ id, group, requires, source }) => ({ id, group, requires, source })),
  )
})

it('no Keywright client fails a check', () => {
  const ours = recorded.clients.filter(({ name }) => name.startsWith('Keywright for '))
  expect(ours.map(({ name }) => name.replace('Keywright for ', ''))).toEqual([
    'TypeScript',
    'Go',
    'Rust',
    'Ruby',
    'Swift',
  ])
  for (const { failed } of ours) expect(failed).toEqual([])
  // clients/conformance/src/conformance.test.ts runs it.
  expect(ours[0]!.passed).toEqual(checks.map(({ id }) => id))
})

// Mostly waiting for unresponsive servers.
describe.concurrent(`scores match the record; ${RECORD}`, () => {
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
