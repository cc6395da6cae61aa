/** The cost of a signature in memory, compared with the raw libraries that the engine uses. */
import type { StandIn } from '@keywright/server/testing/bundle'
import { runBundled } from './bundled.ts'
import type { Host, InMemory } from './inMemory/measuring.ts'
import { median } from './measure.ts'
import { atMost, printTable, type Row, times, us } from './table.ts'

/** Bundled like the command and the pages: under tsx, creating a function also sets its name. */
const measureOn = (host: Host, standIn?: StandIn) =>
  runBundled<InMemory>(new URL('inMemory/measuring.ts', import.meta.url), [host], standIn)

const WITHOUT_MACS: StandIn = {
  of: /\/rowMacs\.ts$/,
  by: new URL('inMemory/withoutMacs.ts', import.meta.url),
}
/** Odd, and alternating: what else the machine does falls on both alike. */
const TIMES = 3

/** A signature with and without MACs, each as a multiple of the raw pair in its process. */
async function measureMacs() {
  const ratios = { with: [] as number[], without: [] as number[] }
  for (let n = 0; n < TIMES; n++) {
    for (const [which, standIn] of [
      ['with', undefined],
      ['without', WITHOUT_MACS],
    ] as const) {
      const { signature, platformPair } = await measureOn('server', standIn)
      ratios[which].push(signature / platformPair)
    }
  }
  return { with: median(ratios.with), without: median(ratios.without) }
}

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
  const macs = await measureMacs()
  const macRatio = macs.with / macs.without
  const platformPair = 'WebCrypto P-256 verify + noble secp256k1 sign'
  const libraryPair = 'noble P-256 verify + noble secp256k1 sign'
  printTable('processor time, in memory', [
    row(`${what}, crypto as on a server`, onServer.signature, onServer.platformPair, platformPair, 0.75),
    row(`${what}, crypto as in a page`, inPage.signature, inPage.platformPair, platformPair, 1.2),
    row(what, inPage.signature, inPage.libraryPair, libraryPair, 1.2),
    {
      what: 'the same with MACs of rows, crypto as on a server',
      value: `${times(macs.with)} the pair`,
      reference: `${times(macs.without)} the pair, without MACs`,
      ratio: `${macRatio.toFixed(3)} ×`,
      ...atMost(macRatio, 1.03, '1.03 ×'),
    },
  ])
}
