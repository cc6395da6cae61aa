/**
 * What the engine answers to a request of a page. The request is sent as it stands, but for what names things: ids, codes
 * and bundles become those of a world that has such things, and the answer names the page's again.
 */
import { type CallName, calls } from '@keywright/contract'
import { createRecordedWorld, prepare, send } from '@keywright/engine/callCoverage/record'
import { sealSecret, type World } from '@keywright/engine/callCoverage/world'
import { addUser, type Client, createTargetKey } from '@keywright/engine/testing'
import { toUtf8 } from '@keywright/keys'
import { abridged } from '../../build/machines/recordedAnswers.ts'
import type { Body, PageRequest } from '../pageRequests.ts'

/** The public test phrase, from which the addresses of the pages come. */
const PHRASE = `${'abandon '.repeat(11)}about`

/** Its addresses that pages sign with. */
const ACCOUNTS = [
  ['CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'],
  ['CURVE_SECP256K1', "m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
  ['CURVE_SECP256K1', "m/44'/118'/0'/0/0", 'ADDRESS_FORMAT_COMPRESSED'],
  ['CURVE_SECP256K1', "m/0'/0", 'ADDRESS_FORMAT_COMPRESSED'],
  ['CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'],
] as const

/** Of an activity, what came of it. @throws Error where the engine refuses the request */
export async function recordPageRequest({ call: name, body }: PageRequest): Promise<Body> {
  const call = calls[name]
  const world = await createRecordedWorld()
  const { client, parameters: ready } = await prepare(call as never, world)
  const shown = (call.kind === 'query' ? withoutFrame(body) : body['parameters']) as Body
  const renamed = new Map([[client.organizationId, body['organizationId'] as string]])
  const changed = await (STAGES[name] ?? (() => ({})))({ world, client, shown, ready })
  const parameters = toWorld(shown, { ...ready, ...changed }, renamed) as Body
  const { answer } = await send(call as never, world, client, parameters)
  const real = JSON.stringify(abridged(answer))
  return JSON.parse([...renamed].reduce((text, [from, to]) => text.replaceAll(from, to), real)) as Body
}

const withoutFrame = ({ organizationId: _, ...filters }: Body): Body => filters

interface Stage {
  readonly world: World
  readonly client: Client
  readonly shown: Body
  readonly ready: Body
}

/** What a request of a page needs that others of its call do not; answers members that are then ready. */
const STAGES: Partial<Record<CallName, (stage: Stage) => Promise<Body>>> = {
  sign_transaction: importPhrase,
  sign_raw_payload: importPhrase,
  sign_raw_payloads: importPhrase,
  delete_wallets: async ({ world: { root, engine }, ready }) => {
    const { targetPublicKey } = createTargetKey(engine.random)
    for (const walletId of ready['walletIds'] as string[])
      await root.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey })
    return {}
  },
  update_root_quorum: async ({ world: { engine }, client, shown }) => {
    const userIds: string[] = []
    for (const name of shown['userIds'] as string[])
      userIds.push((await addUser(engine, client, `user ${name}`)).userId)
    return { userIds }
  },
  list_suborgs: async ({ world: { sub }, shown }) => {
    if (shown['filterType'] !== 'CREDENTIAL_ID') return {}
    const { authenticators } = await sub.alice.query('get_authenticators', { userId: sub.userId })
    return { filterValue: authenticators[0]!.credentialId }
  },
}

/** Members that only a world can fill. */
const OF_THE_WORLD =
  /^(?:(?!credentialId).*Ids?|fingerprint|encryptedBundle|otpCode|oidcToken|email|contact|userTags|filterValue|after|before)$/

/** @param renamed real name → the name on the page, for all that was replaced */
function toWorld(shown: unknown, ready: unknown, renamed: Map<string, string>, name = ''): unknown {
  const inside = (value: unknown, other: unknown, of: string) => toWorld(value, other, renamed, of)
  if (Array.isArray(shown)) {
    const others = Array.isArray(ready) ? ready : []
    return shown.map((value, at) => inside(value, others[at] ?? others[0], name))
  }
  if (typeof shown === 'object' && shown !== null) {
    const others = Object(ready) as Body
    return Object.fromEntries(Object.entries(shown).map(([of, value]) => [of, inside(value, others[of], of)]))
  }
  if (typeof shown !== 'string' || !OF_THE_WORLD.test(name) || typeof ready !== 'string') return shown
  renamed.set(ready, shown)
  return ready
}

/** A wallet of root's with the accounts that pages sign with. */
async function importPhrase({ world }: Stage): Promise<Body> {
  const { root, rootUserId: userId } = world
  const { importBundle } = await root.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
  await root.run('ACTIVITY_TYPE_IMPORT_WALLET', {
    userId,
    walletName: 'of the pages',
    encryptedBundle: await sealSecret(world, toUtf8(PHRASE), { importBundle, userId }),
    accounts: ACCOUNTS.map(([curve, path, addressFormat]) => ({
      curve,
      path,
      addressFormat,
      pathFormat: 'PATH_FORMAT_BIP32',
    })),
  })
  return {}
}
