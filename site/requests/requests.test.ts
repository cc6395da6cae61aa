/**
 * Runs each command of the pages unchanged against a server with the examples, in page order, and compares the response.
 * After an intended change, record again: `npm run generate`.
 */
import { fileURLToPath } from 'node:url'
import { abridged } from '@keywright/examples'
import { readExamples } from 'keywright/src/operate/examples.ts'
import { beforeAll, expect, it } from 'vitest'
import { writeRecord } from '../../tools/scripts/lib/recordFile.ts'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import answers from './answers.json' with { type: 'json' }
import { keyOf, type PageRequest, readPageRequests } from './pageRequests.ts'
import { makeExamplesState } from './test/examplesState.ts'
import { type Played, playPages } from './test/playPages.ts'

const ANSWERS = fileURLToPath(new URL('answers.json', import.meta.url))
const EXAMPLES = fileURLToPath(import.meta.resolve('keywright/src/operate/examples.json'))
const isRecording = process.env['KEYWRIGHT_RECORD'] !== undefined

const requests = readPageRequests()
let state: string
let played: Played[]

beforeAll(async () => {
  state = (await makeExamplesState()).text
  if (isRecording) writeRecord(EXAMPLES, JSON.parse(state))
  played = await playPages(requests, state)
})

it.skipIf(isRecording)('start with the same state as `keywright dev --examples`', async () => {
  expect(await readExamples()).toBe(state)
})

it.runIf(isRecording)('records', () => {
  const recorded = played.map((one) => [keyOf(one), abridged(one.answer)])
  writeRecord(ANSWERS, Object.fromEntries(recorded))
})

it.skipIf(isRecording).each(requests.map((request, n) => ({ ...request, n })))('$file: $call', ({ n }) => {
  const { exitCode, said, answer, ...request } = played[n]!
  expect(exitCode, said).toBe(0)
  expect(abridged(answer)).toEqual((answers as Record<string, unknown>)[keyOf(request)])
})

/** Each page starts from a fresh state, so a sample needs only some pages. */
const comparedFiles = new Set(everyNth(4, [...new Set(requests.map(({ file }) => file))]))

it.each(['HTTP', 'TypeScript'] as const)('return the same response for the tab %s', async (tab) => {
  const isCompared = ({ file }: PageRequest) => comparedFiles.has(file)
  const answersOf = (all: readonly Played[]) =>
    all.filter(isCompared).map(({ file, call, answer }) => ({ file, call, answer: abridged(answer) }))
  const sent = await playPages(requests.filter(isCompared), state, { tab })
  expect(answersOf(sent)).toEqual(answersOf(played))
})
