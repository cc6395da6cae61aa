// @vitest-environment happy-dom
/** The index of calls from the outline, and the filter before and after the description loads. */
import { openapi } from '@keywright/contract/reference'
import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'
import { apiOutline } from '../../build/content/apiOutline.tsx'
import { callsOf, readIndex } from './callIndex.ts'
import type { ApiDescription } from './description.ts'
import { findCalls, wordsOfCalls } from './findCalls.ts'
import { readHash } from './hash.ts'

const description = openapi() as unknown as ApiDescription
document.body.innerHTML = toHtml(apiOutline().body)
const host = document.querySelector<HTMLElement>('#reference')!
const index = readIndex(host)
const calls = callsOf(index)

describe('the list of calls in the page', () => {
  it.each(calls.map((call) => [call.name, call] as const))('%s matches the description', (name, call) => {
    const { post } = description.paths[call.path]!
    expect(post).toMatchObject({ operationId: name, summary: call.summary, 'x-call': { kind: call.kind } })
    expect(post['x-call'].era).toBe(call.era)
    expect((post['x-call'].versions ?? []).map(({ type }) => type)).toEqual(call.types)
  })

  it('has every call and group', () => {
    expect(calls.map(({ path }) => path).toSorted()).toEqual(Object.keys(description.paths).toSorted())
    expect(index.groups.map(({ title }) => title)).toEqual(description['x-tagGroups'].map(({ name }) => name))
  })
})

describe('the filter', () => {
  const early = (query: string) => [...findCalls(wordsOfCalls(calls, undefined), query)]
  const found = (query: string) => [...findCalls(wordsOfCalls(calls, description), query)]

  it('finds names, types and summaries before the description loads', () => {
    expect(early('createwallet')).toContain('create_wallet')
    expect(early('TYPE_CREATE_POLICY_V2')).toContain('create_policy')
    expect(early('mnemonicLength')).toEqual([])
  })

  it('finds fields and errors as well afterwards', () => {
    expect(found('')).toHaveLength(calls.length)
    expect(found('TYPE_CREATE_POLICY_V2 effect')).toContain('create_policy')
    expect(found('policy_v2 whoami')).toEqual([])
    expect(found('create wallet mnemonicLength')).toContain('create_wallet')
    expect(found('THRESHOLD_TOO_HIGH')).toContain('update_root_quorum')
    expect(found('nothing matches this')).toEqual([])
  })

  it.each([
    'createWallet()',
    'await client.createWallet({',
    'create-wallet',
    '`create_wallet`',
    '#create_wallet',
    '#create_wallet.parameters.walletName',
    'POST /public/v1/submit/create_wallet',
    '"walletName": "mnemonicLength":',
    'Wallets create',
  ])('finds a pasted %s', (query) => {
    expect(found(query)).toContain('create_wallet')
    expect(found(query).length).toBeLessThan(20)
  })
})

describe('readHash', () => {
  it.each([
    ['#create_wallet', { id: 'create_wallet', call: 'create_wallet' }],
    [
      '#create_wallet.parameters.walletName',
      { id: 'create_wallet.parameters.walletName', call: 'create_wallet' },
    ],
    [
      '#ACTIVITY_TYPE_CREATE_POLICY_V2',
      { id: 'ACTIVITY_TYPE_CREATE_POLICY_V2', call: 'create_policy', type: 'ACTIVITY_TYPE_CREATE_POLICY_V2' },
    ],
    ['#schema-Activity.votes', { id: 'schema-Activity.votes' }],
    ['#create%5Fwallet', { id: 'create_wallet', call: 'create_wallet' }],
    ['#no_such_call', { id: 'no_such_call' }],
  ])('%s', (hash, target) => {
    expect(readHash(hash, calls)).toEqual(target)
  })
  it.each(['', '#'])('%j has no target', (hash) => {
    expect(readHash(hash, calls)).toBeUndefined()
  })
  it.each(['100%', '%E0%A4%A', '%'])('#%s is an unknown id', (text) => {
    expect(readHash(`#${text}`, calls)).toEqual({ id: text })
  })
})
