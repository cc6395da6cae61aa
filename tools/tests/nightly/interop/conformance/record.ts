/** `npm run nightly -- conformance`: runs every client and records its score. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Adapter, checks, inProcess, runConformance, startAdapter } from '@keywright/conformance'
import { typescript } from '@keywright/conformance/typescript'
import { clients } from '../../../../../clients/clients.ts'
import { type Score, type Scores, scoreOf } from '../../../../../site/ledger/scores.ts'
import { writeRecord } from '../../../../scripts/lib/recordFile.ts'
import { httpClient, serverSdk } from './publicClients.ts'

const file = new URL('../../../../../site/ledger/conformance.json', import.meta.url)

async function scoreAdapter(adapter: Adapter): Promise<Score> {
  try {
    const report = await runConformance(adapter)
    const score = scoreOf(report)
    console.log(
      `${score.name} ${score.version}: ${score.passed.length} of ${score.passed.length + score.failed.length}`,
    )
    for (const { id, outcome, found } of report.checks)
      if (outcome === 'fail') console.log(`  ${id}: ${found}`)
    return score
  } finally {
    await adapter.close()
  }
}

/** Keeps the recorded score if the tools of a language are missing. */
async function scoreLanguage(name: string, [program, ...words]: readonly string[], folder: string) {
  try {
    const cwd = fileURLToPath(new URL(`../../../../../clients/${folder}`, import.meta.url))
    return await scoreAdapter(startAdapter(program!, words, cwd))
  } catch (error) {
    console.warn(`\n!!! NOT RUN: the ${name} client: ${(error as Error).message}\n`)
    const { clients: recorded } = JSON.parse(readFileSync(file, 'utf8')) as Scores
    return recorded.find((score) => score.name === `Keywright for ${name}`) ?? []
  }
}

const ours: Score[] = [await scoreAdapter(inProcess(typescript))]
for (const { name, folder, adapter } of clients) {
  if (adapter) ours.push(...[await scoreLanguage(name, adapter, folder)].flat())
}
const others: Score[] = []
for (const handlers of [httpClient('old'), httpClient('new'), serverSdk('old'), serverSdk('new')]) {
  others.push(await scoreAdapter(inProcess(handlers)))
}
const scores: Scores = {
  checks: checks.map(({ id, group, requires, source }) => ({ id, group, requires, source })),
  clients: [...ours, ...others],
}
writeRecord(fileURLToPath(file), scores)
process.exit(0)
