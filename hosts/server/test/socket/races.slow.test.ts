/** Concurrent requests of which only some may succeed. */
import { type Activity, type ErrorBody, resourceLimits } from '@keywright/contract'
import type { Client } from '@keywright/engine/test'
import type { LogEntry } from '@keywright/host'
import { type ApiKeyPair, generateApiKeyPair, platformRandom } from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyNth, isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { postgres, withPostgres } from '../support/shared.ts'
import { type RacePlace, startDevPlace, startTeamPlace } from './racePlaces.ts'

const errors: LogEntry[] = []
const log = (entry: LogEntry) => void (entry.level === 'error' && errors.push(entry))

withPostgres()

interface Answer {
  readonly status: number
  readonly activity?: Activity
  readonly errorCode?: string | undefined
}

async function answerOf(response: Promise<Response>): Promise<Answer> {
  const { status, ...given } = await response.then(async (one) => ({
    status: one.status,
    ...((await one.json()) as { activity?: Activity } & Partial<ErrorBody>),
  }))
  const detail = given.details?.find((one) => 'errorCode' in one)
  return { status, ...given, errorCode: detail && 'errorCode' in detail ? detail.errorCode : undefined }
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const places: [string, () => Promise<RacePlace>][] = [
  ['one process on SQLite', () => startDevPlace(log)],
  ['one process on PostgreSQL', () => startDevPlace(log, postgres)],
  ['two processes on one PostgreSQL', () => startTeamPlace(log, 5)],
]
/** How many requests compete: a quarter outside the nightly run. */
const crowd = (nightly: number) => (isNightly ? nightly : nightly / 4)

describe.each(everyNth(2, places))('%s', (_, start) => {
  let place: RacePlace
  let root: Client
  let used = 0
  const name = (word: string) => `${word} ${++used}`
  const rootAt = (n: number) => place.roots[n % place.roots.length]!
  const walletsCalled = async (walletName: string) =>
    (await root.query('list_wallets')).wallets.filter((wallet) => wallet.walletName === walletName)
  const entries = async () => {
    const verdict = await place.verifyJournal()
    if (!verdict.ok) throw new Error(`entry ${verdict.sequence} ${verdict.reason}`)
    return verdict.entries
  }

  beforeAll(async () => {
    place = await start()
    root = place.roots[0]!
  })
  afterAll(async () => {
    expect(await place.verifyJournal()).toMatchObject({ ok: true })
    await place.close()
    expect(errors).toEqual([])
  })

  it('executes many requests with the same bytes once', async () => {
    const walletName = name('same')
    const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
    const before = await entries()
    const answers = await Promise.all(times(crowd(200), (n) => answerOf(rootAt(n).post(posted))))
    expect(new Set(answers.map(({ status, activity }) => `${status} ${activity?.id}`)).size).toBe(1)
    expect(new Set(answers.map(({ activity }) => JSON.stringify(activity!.result))).size).toBe(1)
    expect(await walletsCalled(walletName)).toHaveLength(1)
    expect(await entries()).toBe(before + 1)
  })

  it('assigns a name to only one of many competing requests', async () => {
    const walletName = name('wanted')
    const before = await entries()
    const answers = await Promise.all(
      times(crowd(100), (n) => {
        const mnemonicLength = 12
        const text = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [], mnemonicLength })
        // Each request has different bytes.
        return answerOf(rootAt(n).post({ ...text, text: `${text.text}${' '.repeat(n)}` }))
      }),
    )
    const outcomes = answers.map(({ status, errorCode }) => (status === 200 ? 'made' : errorCode))
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'NAME_TAKEN')).toHaveLength(answers.length - 1)
    expect(await walletsCalled(walletName)).toHaveLength(1)
    expect(await entries()).toBe(before + 1)
  })

  it('executes each of many different requests once', async () => {
    const word = name('own')
    const count = crowd(60)
    const before = await entries()
    const answers = await Promise.all(
      times(count, (n) => {
        const params = { walletName: `${word}, ${n}`, accounts: [] }
        return answerOf(rootAt(n).post(root.compose('ACTIVITY_TYPE_CREATE_WALLET', params)))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(times(count, () => 200))
    expect(new Set(answers.map(({ activity }) => activity!.id)).size).toBe(count)
    const { wallets } = await root.query('list_wallets')
    expect(wallets.filter(({ walletName }) => walletName.startsWith(word))).toHaveLength(count)
    expect(await entries()).toBe(before + count)
  })

  it('never exceeds the limit of a user', async () => {
    const { userId } = await root.query('whoami')
    const keysOf = async () => (await root.query('get_api_keys', { userId })).apiKeys.length
    const free = resourceLimits.apiKeys.parent - (await keysOf())
    const before = await entries()
    const answers = await Promise.all(
      times(2 * free, (n) => {
        const { publicKey } = generateApiKeyPair(platformRandom)
        const params = { userId, apiKeys: [{ apiKeyName: `key ${n}`, publicKey }] }
        return answerOf(rootAt(n).post(root.compose('ACTIVITY_TYPE_CREATE_API_KEYS', params)))
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(free)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(free)
    expect(await keysOf()).toBe(resourceLimits.apiKeys.parent)
    expect(await entries()).toBe(before + free)
  })

  describe('votes', () => {
    const VOTERS = 12
    const ROUNDS = isNightly ? 5 : 2
    let keys: ApiKeyPair[]
    const voter = (n: number) => place.clientOf(keys[n]!, n)

    // From here on, three of thirteen root users must approve.
    beforeAll(async () => {
      keys = times(VOTERS, () => generateApiKeyPair(platformRandom))
      const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
        users: keys.map(({ publicKey }, n) => ({
          userName: `voter ${n}`,
          apiKeys: [{ apiKeyName: 'k', publicKey }],
          authenticators: [],
          userTags: [],
        })),
      })
      const { userId } = await root.query('whoami')
      await root.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 3, userIds: [userId, ...userIds] })
    })

    async function asks(word: string) {
      const walletName = name(word)
      const { id, fingerprint, status } = await root.submit('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName,
        accounts: [],
      })
      expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
      return { id, fingerprint, walletName }
    }
    const outcomeOf = async (activityId: string) =>
      (await root.query('get_activity', { activityId })).activity

    it('that race for the last approval execute the activity once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, fingerprint, walletName } = await asks('voted')
        const before = await entries()
        const answers = await Promise.all(times(VOTERS, (n) => voter(n).approve(fingerprint)))
        expect(new Set(answers.map((activity) => activity.id))).toEqual(new Set([id]))
        const { status, votes } = await outcomeOf(id)
        expect([status, votes.length]).toEqual(['ACTIVITY_STATUS_COMPLETED', 3])
        expect(await walletsCalled(walletName)).toHaveLength(1)
        // The submitter's own vote, and one more that executed the activity.
        expect(await entries()).toBe(before + 2)
      }
    })

    it('of one user count once, however often they are sent', async () => {
      const { id, fingerprint } = await asks('insisted')
      const same = voter(0).compose('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint })
      const answers = await Promise.all(
        times(crowd(60), (n) =>
          answerOf(voter(0).post(n % 2 ? same : { ...same, text: `${same.text}${' '.repeat(n)}` })),
        ),
      )
      expect(new Set(answers.map(({ activity }) => activity?.id))).toEqual(new Set([id]))
      const { status, votes } = await outcomeOf(id)
      expect([status, votes.length]).toEqual(['ACTIVITY_STATUS_CONSENSUS_NEEDED', 2])
    })

    it('for and against have a single outcome', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, fingerprint, walletName } = await asks('contested')
        await Promise.all(
          times(VOTERS, (n) => (n % 2 ? voter(n).approve(fingerprint) : voter(n).reject(fingerprint))),
        )
        const { status, votes } = await outcomeOf(id)
        const made = await walletsCalled(walletName)
        const count = (selection: string) => votes.filter((vote) => vote.selection === selection).length
        if (status === 'ACTIVITY_STATUS_COMPLETED') {
          expect([made.length, count('VOTE_SELECTION_APPROVED')]).toEqual([1, 3])
        } else {
          expect([status, made.length]).toEqual(['ACTIVITY_STATUS_REJECTED', 0])
          expect(count('VOTE_SELECTION_APPROVED')).toBeLessThan(3)
        }
      }
    })
  })
})
