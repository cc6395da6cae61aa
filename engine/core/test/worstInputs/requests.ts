/** Parameters of requests, as the contract checks them. */
import { findCall, limits, parseBody } from '@keywright/contract'
import { inOnePiece } from './worst.ts'

const BODY = limits.bodyBytes

const policy = (more: object, version = 3) => ({
  type: `ACTIVITY_TYPE_CREATE_POLICY_V${version}`,
  timestampMs: '1700000000000',
  organizationId: '11111111-1111-4111-8111-111111111111',
  parameters: { policyName: 'p', effect: 'EFFECT_DENY', notes: '', ...more },
})
const selectors = (count: number, selector: object) => ({
  selectors: Array(Math.floor(count)).fill(selector),
})

export const requests = inOnePiece(
  (body: object) => parseBody(findCall('/public/v1/submit/create_policy')!, body),
  [
    ['line breaks', () => policy({ notes: '\n'.repeat(BODY / 2) })],
    ['emoji', () => policy({ notes: '😀'.repeat(BODY / 4) })],
    ['joiners', () => policy({ notes: 'ن\u200dن'.repeat(BODY / 7) })],
    ['a hidden character at the end', () => policy({ notes: `${'é'.repeat(BODY / 2)}\u202e` })],
    ['unknown members', () => policy(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [n, 0])))],
    [
      'members of null',
      () => policy(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [n, null]))),
    ],
    ['entries', () => policy(selectors(BODY / 3, {}), 2)],
    ['entries of the wrong type', () => policy(selectors(BODY / 5, null as never), 2)],
    [
      'texts',
      () =>
        policy(selectors(1, { operator: 'OPERATOR_IN', targets: Array(Math.floor(BODY / 3)).fill('') }), 2),
    ],
  ],
)
