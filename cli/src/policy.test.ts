import { describe, expect, it } from 'vitest'
import { createTestHost } from '../test/testHost.ts'

const policies = JSON.stringify([
  {
    policyName: 'small transfers',
    effect: 'EFFECT_ALLOW',
    condition: 'eth.tx.value<=100000000000000000000',
    consensus: "approvers.any(a, a.id == 'u-1')",
  },
  { policyName: 'never to Bo', effect: 'EFFECT_DENY', condition: "eth.tx.to == '0xb0'" },
])

const transfer = (value: string, to = '0xa1') =>
  `{"request":{"activity":{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2"},"eth":{"tx":{"to":"${to}","value":${value}}}},"approvers":["u-1"]}`

describe('policy check', () => {
  it('accepts valid policies', async () => {
    const { out, exitCode } = await createTestHost({ files: { 'p.json': policies } }).run(
      'policy',
      'check',
      'p.json',
    )
    expect(out).toMatch(/2 policies: ok/)
    expect(exitCode).toBe(0)
  })

  it('shows the position of an error', async () => {
    const { out, exitCode } = await createTestHost({ input: "eth.tx.volume == 'red'" }).run(
      'policy',
      'check',
      '-',
    )
    expect(out).toMatch(/standard input condition:1:8 error: .*`volume`/)
    expect(out).toMatch(/ {4}eth\.tx\.volume == 'red'\n {11}\^{6}/)
    expect(exitCode).toBe(1)
  })

  it('shows a line of a file with the line breaks of Windows', async () => {
    const files = {
      'p.txt': "eth.tx.value <= 10\r\n  && eth.tx.volume == 'red'\r\n  && eth.tx.to == 'x'\r\n",
    }
    const { out } = await createTestHost({ files }).run('policy', 'check', 'p.txt')
    expect(out).toMatch(/condition:2:13 error: .*\n {6}&& eth\.tx\.volume == 'red'\n {16}\^{6}\n/)
  })

  it('names the policy and the side of each error', async () => {
    const broken = JSON.stringify({
      policyName: 'mine',
      effect: 'EFFECT_ALLOW',
      condition: 'wallet.id ==',
      consensus: '1',
    })
    const host = createTestHost({ files: { 'p.json': broken } })
    const { out } = await host.run('policy', 'check', 'p.json')
    expect(out).toMatch(/p\.json mine condition:1:/)
    expect(out).toMatch(/p\.json mine consensus:1:1/)
    const run = await host.run('policy', 'check', 'p.json', '--json')
    expect(run.json()).toMatchObject({ refused: 2, findings: [{ side: 'condition', file: 'p.json' }, {}] })
  })

  it('reports mistakes, and fails on them with --strict', async () => {
    const file = JSON.stringify({
      policyName: 'x',
      effect: 'EFFECT_ALLOW',
      condition: "wallet.id == 'a' && wallet.id == 'b'",
      consensus: "approvers.any(a, a.id == 'u')",
    })
    const host = createTestHost({ files: { 'p.json': file } })
    expect((await host.run('policy', 'check', 'p.json')).exitCode).toBe(0)
    const strict = await host.run('policy', 'check', 'p.json', '--strict')
    expect(strict.out).toMatch(/mistake/)
    expect(strict.exitCode).toBe(1)
  })

  it.each([
    ['{"effect":"ALLOW"}', /`effect` must be EFFECT_ALLOW/],
    ['{"effect":', /is not JSON/],
    ['[1]', /is not a policy/],
    ['{"effect":"EFFECT_DENY","condition":1}', /`condition` is not a string/],
  ])('rejects %s', async (text, message) => {
    const run = await createTestHost({ files: { 'p.json': text } }).run('policy', 'check', 'p.json')
    expect(run.err).toMatch(message)
    expect(run.exitCode).toBe(2)
  })
})

describe('policy explain', () => {
  it('shows what decided, and what would have to change', async () => {
    const host = createTestHost({
      files: { 'p.json': policies, 'ok.json': transfer('5'), 'big.json': transfer('100000000000000000001') },
    })
    const allowed = await host.run('policy', 'explain', 'p.json', '--request', 'ok.json')
    expect(allowed.out).toMatch(/^ALLOWED: a policy allows it\n {2}decided by small transfers/)
    const denied = await host.run('policy', 'explain', 'p.json', '--request', 'big.json')
    expect(denied.out).toMatch(/^DENIED: no policy allows it/)
    // As a double, this number would equal the limit.
    expect(denied.out).toMatch(/`eth\.tx\.value` is 100000000000000000001/)
    expect([allowed.exitCode, denied.exitCode]).toEqual([0, 1])
    const json = (await host.run('policy', 'explain', 'p.json', '--request', 'big.json', '--json')).json()
    expect(json).toMatchObject({ decision: { verdict: 'DENIED' } })
  })

  it.each([
    ['{', /is not JSON/],
    ['{"request":{}}', /request\.activity is missing/],
    ['{"request":{"activity":{"type":"ACTIVITY_TYPE_NONE"}}}', /unknown activity type/],
    ['{"reqest":{}}', /unknown field `reqest`/],
  ])('rejects the request %s', async (text, message) => {
    const host = createTestHost({ files: { 'p.json': policies, 'r.json': text } })
    const { err, exitCode } = await host.run('policy', 'explain', 'p.json', '--request', 'r.json')
    expect(err).toMatch(message)
    expect(exitCode).toBe(2)
  })
})

describe('policy test', () => {
  const testFile = (expected: string) =>
    JSON.stringify({
      policies: 'p.json',
      users: [{ id: 'u-1' }, { id: 'u-2' }],
      cases: [
        { name: 'a small one', ...JSON.parse(transfer('5')), expect: expected },
        { name: 'to Bo', ...JSON.parse(transfer('5', '0xb0')), expect: 'DENIED' },
        { name: 'by another', ...JSON.parse(transfer('5')), approvers: ['u-2'], expect: 'CONSENSUS_NEEDED' },
      ],
    })

  it('passes with policies from a file in the same folder', async () => {
    const host = createTestHost({ files: { 'dir/p.json': policies, 'dir/t.json': testFile('ALLOWED') } })
    const { out, exitCode } = await host.run('policy', 'test', 'dir/t.json')
    expect(out).toMatch(/3 cases, 0 failed/)
    expect(exitCode).toBe(0)
  })

  it('explains a failed case', async () => {
    const host = createTestHost({ files: { 'p.json': policies, 't.json': testFile('DENIED') } })
    const { out, exitCode } = await host.run('policy', 'test', 't.json')
    expect(out).toMatch(/FAIL {2}a small one: expected DENIED\n {6}ALLOWED: a policy allows it/)
    expect(exitCode).toBe(1)
  })

  it('rejects an unknown verdict', async () => {
    const host = createTestHost({ files: { 'p.json': policies, 't.json': testFile('ALOWED') } })
    expect((await host.run('policy', 'test', 't.json')).err).toMatch(
      /`expect` is "ALOWED"\n.*did you mean ALLOWED/,
    )
  })
})

/** Nested iterations that exceed the step budget. */
const costly = `${['a', 'b', 'c', 'd', 'e'].map((v) => `solana.tx.account_keys.any(${v}, `).join('')}a == e${')'.repeat(5)}`

describe('policy check rejects what the server would reject', () => {
  const policy = { policyName: 'p', effect: 'EFFECT_ALLOW', condition: 'true' }
  it.each([
    ['an unknown field', [{ ...policy, conditoin: 'true' }], /conditoin: unknown member/],
    ['no name', [{ effect: 'EFFECT_ALLOW', condition: 'true' }], /policyName/],
    ['a long name', [{ ...policy, policyName: 'x'.repeat(300) }], /policyName/],
    ['a duplicate name', [policy, policy], /policy name `p` is used more than once/],
    ['an expression beyond the budget', [{ ...policy, condition: costly }], /steps|costly|budget/i],
  ])('%s', async (_, list, message) => {
    const run = await createTestHost({ files: { 'p.json': JSON.stringify(list) } }).run(
      'policy',
      'check',
      'p.json',
    )
    expect(run.out).toMatch(message)
    expect(run.exitCode).toBe(1)
  })

  it('accepts the output of list_policies', async () => {
    const stored = [
      { ...policy, policyId: 'x', createdAt: { seconds: '0', nanos: '0' }, updatedAt: {}, notes: '' },
    ]
    const host = createTestHost({ files: { 'p.json': JSON.stringify({ policies: stored }) } })
    expect((await host.run('policy', 'check', 'p.json')).exitCode).toBe(0)
  })
})
