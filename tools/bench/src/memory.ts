/** The cost of a signature in memory, compared with the raw libraries that the engine uses. */
import { fileURLToPath } from 'node:url'
import { bundleInto } from '@keywright/server/test/bundle'
import type { Host, InMemory } from './memoryProcess.ts'
import { answerOf } from './server/processes.ts'
import { atMost, printTable, type Row, times, us } from './table.ts'

/** Below the installed packages, so that packages outside the bundle are found. */
const bundle = fileURLToPath(
  new URL('../../../node_modules/.cache/keywright-bench/memory.mjs', import.meta.url),
)

export async function benchMemory(): Promise<void> {
  printTable('processor time, in memory', [...(await rowsOf('server', 0.75)), ...(await rowsOf('page', 1.2))])
}

/** Bundled like the command and the pages: under tsx, creating a function also sets its name. */
async function rowsOf(host: Host, most: number): Promise<Row[]> {
  await bundleInto(bundle, new URL('memoryProcess.ts', import.meta.url), ['@keywright/inspector/build'])
  const { signature, pair, serialized } = await answerOf<InMemory>(bundle, { host }, [])
  return [
    {
      what: `stamped sign_raw_payload, crypto as on a ${host}`,
      value: us(signature),
      reference: `${us(pair)} WebCrypto P-256 verify + noble secp256k1 sign`,
      ratio: times(signature / pair),
      ...atMost(signature / pair, most, `${most} ×`),
    },
    {
      what: `  characters of JSON, crypto as on a ${host}`,
      value: serialized.toFixed(0),
      ...atMost(serialized, 5_000, '5000'),
    },
  ]
}
