import { KeysError } from '@keywright/keys'
import { compilePolicy, decide, parseExactJson, searchRequests } from '@keywright/policy'
import { describe, expect, test } from 'vitest'
import { presets } from './presets.ts'
import { CHAINS, readPasted } from './readPasted.ts'
import { compileAll, decideInputOf, fromFragment, readPolicy, toFragment, toTestFile } from './scenario.ts'

describe.each(Object.entries(presets))('preset %s', (_, preset) => {
  const policies = compileAll(preset.policies)!

  test('each of its tests passes', () => {
    for (const one of preset.tests) {
      expect(decide(decideInputOf(preset, policies, one)).verdict, one.name).toBe(one.expect)
    }
  })

  test('round-trips through a link', () => {
    expect(fromFragment(toFragment(preset))).toEqual(preset)
  })

  test('is searched completely', () => {
    const reach = searchRequests({ policies, users: preset.users })
    expect(reach.groups.flatMap(({ unfinished }) => unfinished)).toEqual([])
  })
})

test('the test file fits `keywright policy test`', () => {
  const file = parseExactJson(toTestFile(presets.quickstart)) as {
    policies: Parameters<typeof compilePolicy>[0][]
    cases: { request: never; approvers: string[]; expect: string }[]
  }
  const policies = file.policies.map(compilePolicy)
  for (const one of file.cases) {
    expect(decide(decideInputOf(presets.quickstart, policies, one)).verdict).toBe(one.expect)
  }
})

test.each(['#playground=', '#playground=e30', '#playground=%%%', `#playground=${'A'.repeat(100_001)}`])(
  'a damaged link is reported: %.30s',
  (fragment) => {
    expect(fromFragment(fragment)).toBe('damaged')
  },
)

test('other fragments are ignored', () => {
  expect(fromFragment('#errors')).toBeUndefined()
  expect(fromFragment('')).toBeUndefined()
})

test('an empty expression is omitted, a broken one has a position', () => {
  const draft = { ...presets.quickstart.policies[0]!, condition: ' ' }
  expect(readPolicy(draft).compiled).toBeDefined()
  const [problem] = readPolicy({ ...draft, condition: 'eth.tx.color == 1' }).problems!
  expect(problem).toMatchObject({ side: 'condition', span: { line: 1, column: 8 } })
})

test('a pasted transaction is parsed by the engine’s parser', () => {
  const hex =
    '02f283aa36a780843b9aca008504a817c800825208946fac4d18c912343bf86fa7049364dd4e424ab9c0872386f26fc1000080c0'
  const read = readPasted('Ethereum', hex, '0x9858effd232b4033e47d90003d41ec34ecaeda94')
  expect(read).toMatchObject({ eth: { tx: { value: 10n ** 16n, chain_id: 11_155_111n, type: 'TYPE_2' } } })
  for (const chain of CHAINS)
    for (const wrong of ['zz', '00']) expect(() => readPasted(chain, wrong, '')).toThrow(KeysError)
})
