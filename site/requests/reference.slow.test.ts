/**
 * Each example of the reference is sent, in each form that it is shown in, to a server that began with the examples of the
 * pages, and is answered as shown. After a change that is meant, record again:
 * `npm run generate`.
 */
import { fileURLToPath } from 'node:url'
import { callList } from '@keywright/contract'
import kept from '@keywright/contract/recorded.json' with { type: 'json' }
import { abridged } from '@keywright/examples'
import { beforeAll, expect, it } from 'vitest'
import { writeRecord } from '../../scripts/lib/recordFile.ts'
import { isNightly } from '../../scripts/lib/tries.ts'
import { whyOwnKey } from '../src/reference/ownKey.ts'
import type { PageRequest } from './pageRequests.ts'
import { makeExamplesState } from './testing/examplesState.ts'
import { AUDIENCE, type Made, SUBJECT } from './testing/forReference.ts'
import { type Own, openDev, type Played, playPages, type Tab } from './testing/playPages.ts'
import { referenceRequests } from './testing/referenceRequests.ts'

const FILE = fileURLToPath(import.meta.resolve('@keywright/contract/recorded.json'))
const isRecording = process.env['KEYWRIGHT_RECORD'] !== undefined

let state: string
let made: Made
/** Each call begins anew, so that one more call changes no other's answer. */
let requests: PageRequest[]
let played: Played[]

beforeAll(async () => {
  ;({ text: state, made } = await makeExamplesState())
  const dev = await openDev(state)
  const mint = (targetPublicKey: string) =>
    dev.running().issuer.mint({ subject: SUBJECT, audience: AUDIENCE, targetPublicKey }).token
  const bodies = referenceRequests(made, mint)
  await dev.close()
  requests = callList.map(({ name }) => ({ file: name, call: name, body: bodies[name] }))
  played = await play('curl')
})

const play = (tab: Tab) => playPages(requests, state, { tab, own: ownKey() })
const ownKey = (): Own =>
  Object.fromEntries(callList.filter(({ name }) => whyOwnKey(name)).map(({ name }) => [name, recoveryKey]))
const recoveryKey = async () => ({ privateKey: made.recoveryKey })

it.runIf(isRecording)('records', () => {
  const recorded = played.map(({ call, body, answer }) => [call, { request: body, answer }])
  writeRecord(FILE, Object.fromEntries(recorded))
})

it.skipIf(isRecording).each(callList.map(({ name }, n) => ({ name, n })))(
  '$name is answered as shown',
  ({ name, n }) => {
    const { exitCode, said, body, answer } = played[n]!
    expect(exitCode, said).toBe(0)
    expect({ request: body, answer }).toEqual(kept[name])
  },
)

it.skipIf(isRecording)('shows the calls that there are', () => {
  expect(Object.keys(kept)).toEqual(callList.map(({ name }) => name))
})

// `npm test` compares the tabs with the requests of pages, which are fewer.
it.runIf(isNightly).each(['Command line', 'HTTP', 'TypeScript'] as const)(
  'is answered alike from the tab %s',
  async (tab) => {
    const answersOf = (all: readonly Played[]) =>
      all.map(({ call, answer }) => ({ call, answer: abridged(answer) }))
    expect(answersOf(await play(tab))).toEqual(answersOf(played))
  },
)
