/** Whether the personal data of an erased user is still in any row of a store. */
import { eraseUser } from '../../src/journal/erase.ts'
import { pruneJournal } from '../../src/journal/prune.ts'
import type { Store } from '../../src/store/store.ts'
import { openVault } from '../../src/vault.ts'
import { apiKeyStamper } from './client.ts'
import { createTestEngine } from './engine.ts'
import { dumpOf } from './erasure.ts'
import { addSubOrganization } from './subOrganization.ts'

const NAME = 'Ada Byron King'
const CONTACTS = ['ada@lovelace.example', '+15555550100', 'countess@lovelace.example']

export interface ErasedUser {
  /** How many of the texts were found before, after the deletion, and after the erasure. */
  readonly found: readonly number[]
  readonly left: object
  /** Verdicts on the journals after the erasure. */
  readonly verdicts: readonly boolean[]
  /** The voter of her signature, as the API returns it before and after. */
  readonly voters: readonly string[]
}

/** Creates a user who signs, votes and changes her contact; deletes and erases her. */
export async function eraseUserAndSearch(store: Store): Promise<ErasedUser> {
  const engine = createTestEngine('erased user', { store })
  const { root, organizationId } = await engine.organization()
  const sub = await addSubOrganization(engine, root)
  const vault = openVault(engine.ports.rootSecret, engine.random)
  const count = async () => {
    const { texts } = await dumpOf(store, vault)
    return [NAME, ...CONTACTS].filter((one) => texts.some((text) => text.includes(one))).length
  }
  const key = engine.apiKey()
  const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V3', {
    users: [
      {
        userName: NAME,
        userEmail: CONTACTS[0]!,
        userPhoneNumber: CONTACTS[1]!,
        userTags: [],
        apiKeys: [{ apiKeyName: 'key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
      },
    ],
  })
  const userId = userIds[0]!
  await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'users create wallets',
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'WALLET'",
    consensus: 'approvers.count() >= 1',
    notes: '',
  })
  const ada = engine.client(organizationId, apiKeyStamper(key))
  const signed = await ada.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'one', accounts: [] })
  await root.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userEmail: CONTACTS[2]! })
  await ada.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'two', accounts: [] })
  const voter = async () => {
    const { activity } = await root.query('get_activity', { activityId: signed.id })
    return activity.votes[0]!.user.userName
  }
  const voters = [await voter()]
  const found = [await count()]
  await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
  await engine.idle()
  found.push(await count())
  const now = engine.clock() + 1
  const { mac } = vault
  const erased = await eraseUser(store, organizationId, { userId, now, mac, verify: engine.verifyJournal })
  found.push(await count())
  const verdict = async (id: string) => (await engine.verifyJournal(id)).ok
  const verdicts = [await verdict(organizationId), await verdict(sub.organizationId)]
  voters.push(await voter())
  await pruneJournal(store, organizationId, { before: now + 1, now: now + 1, mac })
  return {
    found,
    left: (erased as { left: object }).left,
    verdicts: [...verdicts, await verdict(organizationId)],
    voters,
  }
}
