/**
 * The answers that the API description shows are what the engine answers. After a change that is meant, record them
 * again: `KEYWRIGHT_RECORD=1 npx vitest run engine/src/callCoverage/recorded`.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { callList } from '@keywright/contract'
import recorded from '@keywright/contract/recorded.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import { type RecordedCall, recordCalls } from './record.ts'

const FILE = createRequire(import.meta.url).resolve('@keywright/contract/recorded.json')
const IS_RECORDING = process.env['KEYWRIGHT_RECORD'] !== undefined
const kept = recorded as Record<string, unknown>
let now: Record<string, RecordedCall>

beforeAll(async () => {
  now = await recordCalls()
}, 120_000)

it.runIf(IS_RECORDING)('records', () => writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`))

describe.skipIf(IS_RECORDING)('the recorded answers', () => {
  it.each(callList.map(({ name }) => name))('of %s are what the engine answers', (name) => {
    expect(kept[name]).toEqual(now[name])
  })

  it('are of the calls that there are', () => {
    expect(Object.keys(kept)).toEqual(callList.map(({ name }) => name))
  })
})
