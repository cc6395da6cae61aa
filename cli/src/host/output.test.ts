/** Hostile names must not control the terminal of the reader. */
import { findHidden } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { ID, TIME, waitingActivity } from '../../test/waitingActivity.ts'
import { toColumns } from '../output/table.ts'
import { openOutput } from './output.ts'

const HOSTILE = 'Eve\x1b[2J\x1b[1;1H\u202eapproved\u2066\r\nvotes\n  approved  Root\x9b31m\u200b'

const activity = waitingActivity({
  type: 'ACTIVITY_TYPE_CREATE_USERS_V2',
  intent: { createUsersIntentV2: { users: [{ userName: HOSTILE }] } },
  votes: [{ userId: ID, user: { userName: HOSTILE }, selection: 'VOTE_SELECTION_REJECTED', createdAt: TIME }],
})
const answers: Readonly<Record<string, unknown>> = {
  whoami: { organizationId: ID, organizationName: HOSTILE, userId: ID, username: HOSTILE },
  list_wallets: { wallets: [{ walletId: ID, walletName: HOSTILE }] },
  list_wallet_accounts: { accounts: [{ address: HOSTILE, path: HOSTILE, curve: HOSTILE, name: HOSTILE }] },
  get_activity: { activity },
  list_activities: { activities: [activity] },
  approve_activity: {
    activity: { ...activity, status: 'ACTIVITY_STATUS_FAILED', failure: { code: 3, message: HOSTILE } },
  },
  list_users: { code: 3, message: HOSTILE, details: [{ '@type': HOSTILE, errorCode: 'NAME_TAKEN' }] },
}

const env = {
  KEYWRIGHT_BASE_URL: 'http://127.0.0.1:1',
  KEYWRIGHT_ORGANIZATION_ID: ID,
  KEYWRIGHT_API_PUBLIC_KEY: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  KEYWRIGHT_API_PRIVATE_KEY: '01'.padStart(64, '0'),
}

async function runHostile(...words: string[]) {
  const fetch = async (url: string) => {
    const answer = answers[url.split('/').at(-1)!]
    return Response.json(answer, { status: Object.hasOwn(Object(answer), 'code') ? 400 : 200 })
  }
  return createTestHost({ env, fetch }).run(...words)
}

describe('a hostile name', () => {
  it.each([
    ['whoami'],
    ['wallets', 'list'],
    ['activities', 'show', ID],
    ['activities', 'approve', ID, '--yes'],
    ['request', 'list_users'],
  ])('is escaped by %s %s, and starts no new line', async (...words) => {
    const { out, err } = await runHostile(...words)
    const text = out + err
    expect(text).toContain('Eve\\u001b[2J')
    for (const line of text.split('\n')) expect(findHidden(line, '\t')).toBeUndefined()
    expect(
      text.split('\n').filter((line) => /^(votes|\s*approved {2}Root)/.test(line) && line !== 'votes'),
    ).toEqual([])
  })

  it('is unchanged in JSON', async () => {
    const { out } = await runHostile('whoami', '--json')
    expect(findHidden(out, '\n')).toBeUndefined()
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(HOSTILE))
  })
})

it('escapes a hostile argument', async () => {
  const { err } = await runHostile(`x${HOSTILE}`)
  expect(err).toContain('Eve\\u001b[2J')
  expect(findHidden(err, '\n')).toBeUndefined()
})

describe('the output of a terminal', () => {
  function terminal() {
    let said = ''
    const host = createTestHost()
    host.err = (text) => {
      said += text
    }
    return { ...openOutput(host, true), said: () => said }
  }

  it('shows the colors of the command line, but not colors in data', () => {
    const { host, style, said } = terminal()
    host.err(style.red(`a\x1b[32mb${HOSTILE}`))
    expect(said().split('\x1b')).toHaveLength(3)
    expect(said().startsWith('\x1b[31ma\\u001b[32mbEve\\u001b[2J')).toBe(true)
    expect(said().endsWith('\x1b[39m')).toBe(true)
  })

  it('ignores color marks in data', () => {
    const { host, said } = terminal()
    host.err(`\x1b${'0'.repeat(32)}green;approved`)
    expect(said()).toBe(`\\u001b${'0'.repeat(32)}green;approved`)
  })

  it('aligns columns with colored cells', () => {
    const { host, style, said } = terminal()
    host.err(
      toColumns([
        [style.green('yes'), 'a'],
        ['maybe', 'b'],
      ]),
    )
    expect(said()).toBe('\x1b[32myes\x1b[39m    a\nmaybe  b')
  })
})
