// @vitest-environment happy-dom
/** Malicious and damaged links: the playground still shows its panels or reports the problem. */
import { activityTypes } from '@keywright/contract'
import { writeExactJson } from '@keywright/policy'
import { click, render } from '@keywright/ui/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { Playground } from './Playground.tsx'
import { presets } from './presets.ts'
import { fromFragment, type Scenario, toFragment } from './scenario.ts'

const { quickstart } = presets
const [policy] = quickstart.policies
const { request } = quickstart

const fragmentOf = (text: string) =>
  `#playground=${btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}`
const withRequest = (change: object): Scenario => ({
  ...quickstart,
  request: { ...request, ...change } as never,
})
const withCondition = (condition: string): Scenario => ({
  ...quickstart,
  policies: [{ ...policy!, condition }],
})
const deep = (depth: number, inner = '1'): string => '['.repeat(depth) + inner + ']'.repeat(depth)

const READABLE: readonly (readonly [name: string, scenario: Scenario])[] = [
  ['no policies', { ...quickstart, policies: [] }],
  ['no users', { ...quickstart, users: [], approvers: [] }],
  ['nothing at all', { ...quickstart, policies: [], users: [], approvers: [], tests: [] }],
  ['unknown approvers', { ...quickstart, approvers: ['nobody', '__proto__', 'constructor'] }],
  [
    'the same approver twice',
    { ...quickstart, approvers: [quickstart.users[0]!.id, quickstart.users[0]!.id] },
  ],
  ['users without names', { ...quickstart, users: [{ id: '', email: '', alias: '', tags: [''] }] }],
  ['two policies of one name', { ...quickstart, policies: [policy!, { ...policy!, policyId: 'other' }] }],
  ['policies without names', { ...quickstart, policies: [{ ...policy!, policyId: '', policyName: '' }] }],
  ['emoji and combining letters', withCondition("wallet.id == '👩‍👩‍👧 e\u0301 \u202eabc\u202c'")],
  ['markup', withCondition("wallet.id == '<img src=x onerror=alert(1)>'")],
  ['deeper than it may be', withCondition(`${'('.repeat(200)}true${')'.repeat(200)}`)],
  ['longer than it may be', withCondition(`true ${'|| true '.repeat(4_000)}`)],
  ['no payload', withRequest({ eth: undefined, wallet: undefined })],
  ['null for a payload', withRequest({ eth: null })],
  ['a number for a payload', withRequest({ eth: 7n })],
  ['a list for a transaction', withRequest({ eth: { tx: [] } })],
  ['null for a transaction', withRequest({ eth: { tx: null } })],
  ['texts for numbers', withRequest({ eth: { tx: { value: 'much', chain_id: true, to: 5n, data: null } } })],
  ['a negative value', withRequest({ eth: { tx: { value: -1n } } })],
  ['two payloads', withRequest({ solana: { tx: { transfers: 'none' } }, bitcoin: {} })],
  [
    'an unknown activity',
    withRequest({ activity: { type: 'ACTIVITY_TYPE_FLY', resource: 'X', action: 'Y' } }),
  ],
  ['an activity without a name', withRequest({ activity: { type: '', resource: '', action: '' } })],
  [
    'an activity named as a member of all objects',
    withRequest({ activity: { type: 'constructor', resource: '__proto__', action: 'toString' } }),
  ],
  ['invalid parameters', withRequest({ activity: { ...request.activity, params: 'x' } })],
  [
    'a test with an invalid request',
    {
      ...quickstart,
      tests: [{ name: '', request: withRequest({ eth: 1n }).request, approvers: ['x'], expect: 'DENIED' }],
    },
  ],
]

const DAMAGED: readonly (readonly [name: string, text: string])[] = [
  [
    'two users of one id',
    writeExactJson({ ...quickstart, users: [quickstart.users[0]!, quickstart.users[0]!] }),
  ],
  ['two policies of one id', writeExactJson({ ...quickstart, policies: [policy!, policy!] })],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '1e999'],
  ['no JSON', '{'],
  ['two values', '{} {}'],
  ['members of all objects', '{"__proto__":{"policies":[]},"constructor":1}'],
  [
    'members from the prototype',
    '{"__proto__":{"policies":[],"users":[],"approvers":[],"request":{"activity":{}},"tests":[]}}',
  ],
  ['an object for a list', JSON.stringify({ policies: { length: 0 } })],
  ['a hundred thousand brackets', deep(30_000)],
  [
    'more policies than anybody has',
    `{"policies":[${'{},'.repeat(300)}{}],"users":[],"approvers":[],"request":{},"tests":[]}`,
  ],
  [
    'another verdict',
    '{"policies":[],"users":[],"approvers":[],"request":{"activity":{"type":"","resource":"","action":""}},"tests":[{"name":"","request":{"activity":{"type":"","resource":"","action":""}},"approvers":[],"expect":"MAYBE"}]}',
  ],
]

/** Collects React's warnings, such as duplicate keys. */
const complaints = vi.spyOn(console, 'error')
afterEach(() => {
  location.hash = ''
  // Ignore `act` warnings, because the search may finish outside `act`.
  expect(complaints.mock.calls.filter(([text]) => !String(text).includes('act('))).toEqual([])
  complaints.mockClear()
})

describe('a link', () => {
  it.each(everyNth(3, READABLE))('with %s opens, and all its panels work', async (_, scenario) => {
    const fragment = toFragment(scenario)
    expect(fromFragment(fragment)).not.toBe('damaged')
    location.hash = fragment
    const view = await render(<Playground preset={quickstart} activityTypes={activityTypes} />)
    try {
      expect(view.host.textContent).not.toContain('This link is damaged')
      for (const tab of view.host.querySelectorAll<HTMLElement>('[role="tab"]')) {
        await click(tab)
        expect(view.host.querySelector('[role="tabpanel"]')!.textContent).not.toBe('')
      }
      expect(view.host.querySelector('img')).toBeNull()
    } finally {
      await view.leave()
    }
  })

  it('with many costly tests decides some, and none of the rest', async () => {
    const users = Array.from({ length: 40 }, (_, n) => ({ id: `u${n}`, email: '', alias: '', tags: [] }))
    const approvers = users.map(({ id }) => id)
    const consensus = "approvers.any(a, approvers.any(b, a.id == b.alias && b.id == 'nobody'))"
    const policies = Array.from({ length: 10 }, (_, n) => ({
      ...policy!,
      policyId: `p${n}`,
      condition: 'true',
      consensus,
    }))
    const small = { activity: { type: '', resource: '', action: '' } }
    const test = { name: '', request: small, approvers, expect: 'DENIED' } as const
    location.hash = toFragment({ policies, users, approvers, request: small, tests: Array(100).fill(test) })
    expect(fromFragment(location.hash)).not.toBe('damaged')
    const view = await render(<Playground preset={quickstart} activityTypes={activityTypes} />)
    try {
      await click(
        [...view.host.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) =>
          /Tests/.test(tab.textContent!),
        )!,
      )
      const rows = [...view.host.querySelectorAll('.playground-tests li')].map((row) => row.textContent!)
      expect(rows).toHaveLength(100)
      expect(rows[0]).not.toContain('no decision')
      expect(rows[99]).toContain('no decision')
    } finally {
      await view.leave()
    }
  })

  it.each(everyNth(3, DAMAGED))('with %s is reported as damaged', (_, text) => {
    expect(fromFragment(fragmentOf(text))).toBe('damaged')
    expect(Object.hasOwn(Object.prototype, 'policies')).toBe(false)
  })

  it('truncated anywhere is either damaged or complete', () => {
    const whole = toFragment(quickstart)
    for (let length = '#playground='.length; length < whole.length - 1; length += 97)
      expect(fromFragment(whole.slice(0, length))).toBe('damaged')
  })
})
