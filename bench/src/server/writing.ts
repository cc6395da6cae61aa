/** Activities that only write, compared with plain inserts into the same database. */
import { median } from '../measure.ts'
import { percent, type Row } from '../table.ts'
import type { Inserts } from './inserts.ts'
import type { Burst, Load } from './load.ts'
import { AT_ONCE, perSecondText, type Served } from './signing.ts'

const ROUNDS = 5
const BURST_SECONDS = 0.7
const WARM_UP_REQUESTS = 500

/** @param inserts closed afterwards */
export async function benchWriting(served: Served, load: Load, inserts: Inserts): Promise<Row> {
  const { urls, targets, apiKey } = served
  const rename = async (count: number): Promise<Burst> => {
    await load.ask({ ask: 'prepare', kind: 'rename', count, targets, apiKey })
    return (await load.ask({ ask: 'send', urls, atOnce: AT_ONCE }))!
  }
  const count = Math.ceil((await rename(WARM_UP_REQUESTS)).perSecond * BURST_SECONDS)
  const insertions = Math.ceil((await inserts.perSecond(WARM_UP_REQUESTS)) * BURST_SECONDS)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push((await rename(count)).perSecond)
    bare.push(await inserts.perSecond(insertions))
  }
  await inserts.close()
  return {
    what: `committed activities (update_user_tag), ${served.name}`,
    value: perSecondText(median(ours)),
    reference: `${perSecondText(median(bare))} bare INSERT, committed`,
    ratio: percent(median(ours) / median(bare)),
  }
}
