/** Only the body is stamped, so a body for one call must not be accepted by another. */
import { calls } from '@keywright/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, createTestEngine } from '../../test/support/index.ts'

const QUERY = calls.get_policy_evaluations.path
const SUBMIT = calls.create_wallet.path

let root: Client
let now: () => number
beforeAll(async () => {
  const engine = createTestEngine('crossed')
  now = engine.clock
  root = (await engine.organization()).root
})

/** The question how a request would be decided has the members of the request. */
const asking = (walletName: string, members: object) =>
  JSON.stringify({
    organizationId: root.organizationId,
    timestampMs: String(now()),
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    parameters: { walletName, accounts: [] },
    ...members,
  })

async function outcomeOf(path: string, text: string) {
  const response = await root.post({ path, text })
  const { details } = (await response.json()) as { details?: { errorCode?: string }[] }
  return details?.find(({ errorCode }) => errorCode)?.errorCode ?? response.status
}

const wallets = async () => (await root.query('list_wallets')).wallets.map(({ walletName }) => walletName)

describe('a question about a request', () => {
  it("isn't the request", async () => {
    const asked = asking('asked', { callPath: QUERY })
    expect(await outcomeOf(QUERY, asked)).toBe(200)
    expect(await outcomeOf(SUBMIT, asked)).toBe('CALL_PATH_MISMATCH')
    expect(await wallets()).not.toContain('asked')
  })

  it('must name its path, so that a request is not accepted as a question', async () => {
    expect(await outcomeOf(QUERY, asking('unbound', {}))).toBe('MEMBER_MISSING')
  })
})

it('a submit may name its own path', async () => {
  expect(await outcomeOf(SUBMIT, asking('bound', { callPath: SUBMIT }))).toBe(200)
  expect(await wallets()).toContain('bound')
  expect(await outcomeOf(SUBMIT, asking('number', { callPath: 1 }))).toBe('MEMBER_TYPE')
})
