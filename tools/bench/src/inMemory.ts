/** The cost of a signature in memory, compared with the raw libraries that the engine uses. */
import { runBundled } from './bundled.ts'
import type { InMemory } from './inMemory/measuring.ts'
import type { Host } from './inMemory/openEngine.ts'
import { atMost, printTable, type Row, times, us } from './table.ts'

const fileOf = (name: string) => new URL(`inMemory/${name}`, import.meta.url)

/** Bundled like the command and the pages: under tsx, creating a function also sets its name. */
const measureOn = (host: Host) => runBundled<InMemory>(fileOf('measuring.ts'), [host])

export async function benchInMemory(): Promise<void> {
  const onServer = await measureOn('server')
  const inPage = await measureOn('page')
  const what = 'stamped sign_raw_payload, in memory'
  const row = (what: string, ours: number, theirs: number, referenceText: string, most: number): Row => ({
    what,
    value: us(ours),
    reference: `${us(theirs)} ${referenceText}`,
    ratio: times(ours / theirs),
    ...atMost(ours / theirs, most, `${most} ×`),
  })
  const platformPair = 'WebCrypto P-256 verify + noble secp256k1 sign'
  const libraryPair = 'noble P-256 verify + noble secp256k1 sign'
  printTable('processor time, in memory', [
    row(`${what}, crypto as on a server`, onServer.signature, onServer.platformPair, platformPair, 0.75),
    row(`${what}, crypto as in a page`, inPage.signature, inPage.platformPair, platformPair, 1.2),
    row(what, inPage.signature, inPage.libraryPair, libraryPair, 1.2),
  ])
}
