import { findHidden } from '@keywright/contract'
import { expect, it } from 'vitest'
import { createJsonLog } from './log.ts'

it('writes one line per entry, without hidden characters and with the same values', () => {
  const lines: string[] = []
  const log = createJsonLog((line) => lines.push(line))
  const path = '/a\r\n{"level":"info"}\u001b[2J\u009b\u202e\u2028\u200b'
  log({ level: 'info', message: 'request', path })
  expect(lines).toHaveLength(1)
  expect(findHidden(lines[0]!.slice(0, -1))).toBeUndefined()
  expect(JSON.parse(lines[0]!)).toMatchObject({ path })
})
