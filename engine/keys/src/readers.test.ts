/** Readers of what strangers send answer or refuse each entry of their corpus. `npm run fuzz` starts from these entries. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { binaryReaders, readers } from '../test/readers.ts'
import { parseHex, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'

it.each(Object.entries<(input: Uint8Array) => unknown>(readers))('the reader of %s', async (name, read) => {
  const lines = readFileSync(join(import.meta.dirname, '../corpus', `${name}.txt`), 'utf8').split('\n')
  const [good, ...others] = lines
    .filter(Boolean)
    .map((line) => (binaryReaders.includes(name) ? parseHex(line, 'entry') : toUtf8(line)))
  await read(good!)
  for (const input of others) {
    const answer = Promise.resolve(input).then(read)
    await answer.catch((error: unknown) => expect(error).toBeInstanceOf(KeysError))
  }
})
