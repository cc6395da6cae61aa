/** Runs one step of a rotation and kills itself with SIGKILL at the given moment. Reads its task from standard input. */
import { writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { SecretSource } from '../serve/reshare.ts'
import { type NewRoot, retireRoot, rotateRoot } from '../serve/rotateRoot.ts'

export interface RotateTask {
  readonly step: 'start' | 'retire'
  readonly dieAt: 'before the commit' | 'after the commit'
  readonly databaseUrl: string
  readonly from: SecretSource
  readonly to: NewRoot
}

const { step, dieAt, databaseUrl, from, to } = JSON.parse(await text(process.stdin)) as RotateTask
const die = () => process.kill(process.pid, 'SIGKILL')

async function keepShares(shares: readonly string[]) {
  writeSync(1, JSON.stringify(shares))
  if (dieAt === 'before the commit') die()
  return async () => undefined
}

if (step === 'start') await rotateRoot({ databaseUrl, from, to: { ...to, keepShares } })
else if (dieAt === 'after the commit') await retireRoot({ databaseUrl, from })
die()
