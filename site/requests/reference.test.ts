/**
 * Sends each example of the reference, in each of its forms, to a server with the pages' examples and compares the
 * response. After an intended change, record again: `npm run generate`.
 */
import { fileURLToPath } from 'node:url'
import { callList } from '@keywright/contract'
import kept from '@keywright/contract/recorded.json' with { type: 'json' }
import { abridged } from '@keywright/examples'
import { beforeAll, expect, it } from 'vitest'
import { writeRecord } from '../../tools/scripts/lib/recordFile.ts'
import { isNightly } from '../../tools/scripts/lib/tries.ts'
import { whyOwnKey } from '../src/reference/ownKey.ts'
import type { PageRequest } from './pageRequests.ts'
import { makeExamplesState } from './test/examplesState.ts'
import { AUDIENCE, type Made, SUBJECT } from './test/forReference.ts'
import { openDev, type Played, playPages, type Tab } from './test/playPages.ts'
import { referenceRequests } from './test/referenceRequests.ts'

const FILE = fileURLToPath(import.meta.resolve('@keywright/contract/recorded.json'))
const isRecording = process.env['KEYWRIGHT_RECORD'] !== undefined

let state: string
let made: Made
/** Each call starts from a fresh state, so that calls don't affect each other's responses. */
let requests: PageRequest[]
let played: Played[]

beforeAll(async () => {
  ;({ text: state, made } = await makeExamplesState())
  const dev = await openDev(state)
  const minter = await dev.running().issuer.minter()
  const mint = (targetPublicKey: string) =>
    minter.mint({ subject: SUBJECT, audience: AUDIENCE, targetPublicKey }).token
  const bodies = await referenceRequests(made, mint)
  await dev.close()
  requests = callList.map(({ name }) => ({ file: name, call: name, body: bodies[name] }))
  played = await play('curl')
})

const play = (tab: Tab) => {
  const ownKey = callList.filter(({ name }) => whyOwnKey(name))
  const keys = Object.fromEntries(ownKey.map(({ name }) => [name, made.recoveryKey]))
  return playPages(requests, state, { tab, keys })
}

it.runIf(isRecording)('records', () => {
  const recorded = played.map(({ call, body, answer }) => [call, { request: body, answer }])
  writeRecord(FILE, Object.fromEntries(recorded))
})

it.skipIf(isRecording).each(callList.map(({ name }, n) => ({ name, n })))(
  '$name returns the shown response',
  ({ name, n }) => {
    const { exitCode, said, body, answer } = played[n]!
    expect(exitCode, said).toBe(0)
    expect({ request: body, answer }).toEqual(kept[name])
  },
)

it.skipIf(isRecording)('shows exactly the existing calls', () => {
  expect(Object.keys(kept)).toEqual(callList.map(({ name }) => name))
})

// `npm test` compares the tabs only for requests on pages, which are fewer.
it.runIf(isNightly).each(['Command line', 'HTTP', 'TypeScript'] as const)(
  'returns the same response for the tab %s',
  async (tab) => {
    const answersOf = (all: readonly Played[]) =>
      all.map(({ call, answer }) => ({ call, answer: abridged(answer) }))
    expect(answersOf(await play(tab))).toEqual(answersOf(played))
  },
)
