import { expect, it } from 'vitest'
import { sentenceOf } from '../../src/app/ranLine.ts'
import { parseFence } from '../markdown/fence.ts'
import { ranCodeOf } from './ranCode.ts'

const none = { examples: 0, commands: 0, requests: 0, expressions: 0 }

it('counts what the tests run, each example once', () => {
  const body = '<Example id="a" />\n<Example region="r" id="a" />\n<Example id="b/c" />'
  const fences = [
    parseFence('sh', 'transcript', 'one \\\n  --flag\n# a word\n\ntwo', 1),
    parseFence('sh', '', 'not run', 2),
    parseFence('json', 'request=create_wallet', '{}', 3),
    parseFence('json', 'response=create_wallet', '{}', 4),
    parseFence('policy', 'values', '1 + 1\n2 + 2', 5),
    parseFence('policy', '', 'true', 6),
  ]
  expect(ranCodeOf(body, fences)).toEqual({ examples: 2, commands: 2, requests: 1, expressions: 2 })
})

it('is said with version and date, where tests have run on what is shown', () => {
  const ran = { ...none, examples: 1, commands: 7 }
  expect(sentenceOf({ ...ran, run: { version: '0.1.0', at: '2026-11-22T23:59:00Z' } })).toBe(
    'Run with Keywright 0.1.0 on 22 November 2026: 1 example and 7 commands.',
  )
  expect(sentenceOf(ran)).toBe('Run by the tests of Keywright: 1 example and 7 commands.')
  expect(sentenceOf({ ...ran, requests: 2, expressions: 1 })).toContain(
    ': 1 example, 7 commands, 2 requests and 1 expression.',
  )
  expect(sentenceOf(none)).toBeUndefined()
})
