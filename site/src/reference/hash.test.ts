import { openapi } from '@keywright/contract/reference'
import { describe, expect, it } from 'vitest'
import { callsOf } from './callIndex.ts'
import type { ApiDescription } from './description.ts'
import { readHash } from './hash.ts'
import { indexOf } from './indexCalls.ts'

const calls = callsOf(indexOf(openapi() as unknown as ApiDescription))

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
  it.each(['', '#'])('%j points nowhere', (hash) => {
    expect(readHash(hash, calls)).toBeUndefined()
  })
  it.each(['100%', '%E0%A4%A', '%'])(
    '#%s stands for itself, as anywhere on the site, and is no call',
    (text) => {
      expect(readHash(`#${text}`, calls)).toEqual({ id: text })
    },
  )
})
