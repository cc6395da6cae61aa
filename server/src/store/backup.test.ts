/** What is told of files that are no backup, before any database is reached. The rest is in `serve/operating.slow.test.ts`. */
import { expect, it } from 'vitest'
import { writeBackup } from './backup.ts'

const NOWHERE = 'postgres://127.0.0.1:1/none'

it.each([
  ['an empty file', [], 'it is empty'],
  ['an empty line', [''], 'it does not begin as one'],
  ['text', ['hello', 'world'], 'it does not begin as one'],
  ['JSON of something else', ['{"hello":1}'], 'it does not begin as one'],
  ['a list', ['[]'], 'it does not begin as one'],
])('%s is no backup, and the hint says what is one', async (_, lines, reason) => {
  let prepared = 0
  const restored = writeBackup(NOWHERE, of(lines), async () => prepared++)
  await expect(restored).rejects.toMatchObject({
    code: 'BACKUP_MALFORMED',
    message: `the file is no whole backup: ${reason}`,
    hint: expect.stringContaining('keywright backup'),
  })
  expect(prepared).toBe(0)
})

async function* of(lines: readonly string[]): AsyncIterable<string> {
  yield* lines
}
