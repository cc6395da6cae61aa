/** Files that are rejected before the database is contacted. `serve/backupFile.slow.test.ts` has the other cases. */
import { expect, it } from 'vitest'
import { writeBackup } from './backup.ts'

const NOWHERE = 'postgres://127.0.0.1:1/none'

it.each([
  ['an empty file', [], 'the file is empty'],
  ['an empty line', [''], 'the header is missing'],
  ['text', ['hello', 'world'], 'the header is missing'],
  ['JSON of something else', ['{"hello":1}'], 'the header is missing'],
  ['a list', ['[]'], 'the header is missing'],
])('%s is rejected with a hint', async (_, lines, reason) => {
  let prepared = 0
  const restored = writeBackup(NOWHERE, of(lines), async () => prepared++)
  await expect(restored).rejects.toMatchObject({
    code: 'BACKUP_MALFORMED',
    message: `the backup cannot be used: ${reason}`,
    hint: expect.stringContaining('keywright backup'),
  })
  expect(prepared).toBe(0)
})

async function* of(lines: readonly string[]): AsyncIterable<string> {
  yield* lines
}
