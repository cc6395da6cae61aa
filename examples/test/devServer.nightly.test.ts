/** Every example against a real development server on a socket, with real time and randomness. */
import { readExamples, readRecording } from '@keywright/examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDevServerPlace } from './devServer.ts'
import type { Place } from './place.ts'
import { shapeOf } from './record.ts'
import { runExample } from './run.ts'

let place: Place
beforeAll(async () => {
  place = await startDevServerPlace()
})
afterAll(() => place.close())

describe.each(readExamples())('$id', (example) => {
  it('passes, and prints what was recorded except for ids, keys and times', async () => {
    const run = await runExample(example, await place.open())
    expect(shapeOf(run)).toEqual(shapeOf(readRecording(example.id)!))
  })
})
