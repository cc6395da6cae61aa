/** Runs one step of a rotation or of resharing and kills itself with SIGKILL at the given moment. Reads its task from standard input. */
import { writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseShare } from '@keywright/keys'
import {
  confirmShares,
  reshareRootSecret,
  type SecretSource,
  withTeamStore,
} from '../../src/serve/reshare.ts'
import { type NewRoot, retireRoot, rotateRoot } from '../../src/serve/rotateRoot.ts'

export interface RotateTask {
  /** `confirm` is what a server does once it has enough new shares; `from` has one of them. */
  readonly step: 'start' | 'retire' | 'reshare' | 'confirm'
  readonly dieAt: 'before the commit' | 'after the commit'
  readonly databaseUrl: string
  readonly from: SecretSource
  /** Of a rotation. */
  readonly to?: NewRoot
}

const { step, dieAt, databaseUrl, from, to } = JSON.parse(await text(process.stdin)) as RotateTask
const die = () => process.kill(process.pid, 'SIGKILL')

async function keepShares(shares: readonly string[]) {
  writeSync(1, JSON.stringify(shares))
  if (dieAt === 'before the commit') die()
  return async () => undefined
}

if (step === 'reshare') {
  await reshareRootSecret({ databaseUrl, from, count: 2, threshold: 2, keepShares })
} else if (step === 'start') await rotateRoot({ databaseUrl, from, to: { ...to!, keepShares } })
else if (dieAt === 'after the commit') {
  if (step === 'retire') await retireRoot({ databaseUrl, from })
  else if ('shares' in from) {
    const { set } = parseShare(from.shares[0]!)
    await withTeamStore(databaseUrl, (store) => confirmShares(store, set))
  }
}
die()
