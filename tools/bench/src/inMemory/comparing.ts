/**
 * A process that imports two bundles of `openEngine.ts` and measures their signatures in alternating rounds. Two
 * processes differ by more than what is compared.
 */
import { pathToFileURL } from 'node:url'
import { pairedRatio } from '../measure.ts'

/** The cost of a signature in the first bundle, as a multiple of its cost in the second. */
export interface Comparison {
  readonly ratio: number
}

/** Short, so that other load affects both bundles equally. */
const ROUND = 40
const ROUNDS = 300
/** V8 keeps optimizing for about 3,000 requests. */
const WARM_UP_ROUNDS = 75

async function compare(bundles: readonly string[]): Promise<Comparison> {
  const engines = await Promise.all(
    bundles.map(async (path) => {
      const { openEngine } = (await import(pathToFileURL(path).href)) as typeof import('./openEngine.ts')
      return openEngine('server', ROUND)
    }),
  )
  const costs = engines.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    // Each goes first in half of the rounds.
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const n of order) costs[n]!.push(await engines[n]!.costOfRound())
  }
  const [first, second] = costs.map((rounds) => rounds.slice(WARM_UP_ROUNDS))
  return { ratio: pairedRatio(first!, second!) }
}

process.send!(await compare(process.argv.slice(2)))
