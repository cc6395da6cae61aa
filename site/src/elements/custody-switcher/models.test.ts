import { expect, test } from 'vitest'
import type { Attempt } from '../kit/crew.ts'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import { configOf, type Doing, MODELS, type ModelName, type Party } from './models.ts'
import { tryModel } from './tryModel.ts'

const read = (attempt: Attempt) =>
  attempt.outcome === 'refused'
    ? 'no'
    : attempt.outcome === 'waiting'
      ? 'waits'
      : attempt.approvals === 1
        ? 'yes'
        : 'together'

const EXPECTED: Readonly<Record<ModelName, Readonly<Record<Party, Readonly<Record<Doing, string>>>>>> = {
  user: {
    User: { sign: 'yes', 'export the wallet': 'yes', 'change the quorum': 'yes', read: 'yes' },
    'Your service': { sign: 'no', 'export the wallet': 'no', 'change the quorum': 'no', read: 'yes' },
  },
  delegated: {
    User: { sign: 'yes', 'export the wallet': 'yes', 'change the quorum': 'yes', read: 'yes' },
    'Your service': { sign: 'yes', 'export the wallet': 'no', 'change the quorum': 'no', read: 'yes' },
  },
  either: {
    User: { sign: 'yes', 'export the wallet': 'yes', 'change the quorum': 'yes', read: 'yes' },
    'Your service': { sign: 'yes', 'export the wallet': 'yes', 'change the quorum': 'yes', read: 'yes' },
  },
  shared: {
    User: { sign: 'together', 'export the wallet': 'together', 'change the quorum': 'together', read: 'yes' },
    'Your service': {
      sign: 'together',
      'export the wallet': 'together',
      'change the quorum': 'together',
      read: 'yes',
    },
  },
  business: {
    User: { sign: 'no', 'export the wallet': 'no', 'change the quorum': 'no', read: 'no' },
    'Your service': { sign: 'yes', 'export the wallet': 'yes', 'change the quorum': 'yes', read: 'yes' },
  },
}

test.each(Object.keys(MODELS) as ModelName[])(
  'in the model %s everybody can do what the page says',
  async (name) => {
    const cells = await tryModel(await openTestWorkbench(), name)
    const found: Record<string, Record<string, string>> = {}
    for (const { party, doing, attempt } of cells) (found[party] ??= {})[doing] = read(attempt)
    expect(found).toEqual(EXPECTED[name])
  },
)

test('the configuration is JSON without a secret', () => {
  for (const name of Object.keys(MODELS) as ModelName[]) {
    expect(JSON.parse(configOf(name))).toMatchObject({ rootQuorumThreshold: MODELS[name].threshold })
    expect(configOf(name)).not.toContain('privateKey')
  }
})
