import { beforeAll, expect, test } from 'vitest'
import { openTestWorkbench } from '../../../../test/elements/testWorkbench.ts'
import type { Workbench } from '../../kit/workbench.ts'
import { proveQuorum } from './proveQuorum.ts'
import { fromFragment, outlookOf } from './quorum.ts'

let bench: Workbench
beforeAll(async () => {
  bench = await openTestWorkbench()
})

test.each([
  ['2', 'hhl'],
  ['2', 'hll'],
  ['2', 'hss'],
  ['1', 's'],
  ['2', 'hhss'],
  ['3', 'hhs'],
])('the engine confirms the outlook for threshold %s and keys %s', async (threshold, users) => {
  const quorum = fromFragment(`#quorum-simulator=threshold-${threshold}.users-${users}`)!
  const { you, thief } = await proveQuorum(bench, quorum)
  const { word } = outlookOf(quorum)
  expect(thief.outcome === 'done').toBe(word === 'taken')
  if (word !== 'taken') expect(you.outcome === 'done').toBe(word === 'safe')
})
