/** Wallets, private keys, signing, imports and exports; policies and votes. */
import { parseHex, toUtf8 } from '@keywright/keys'
import type { Client } from '../../support/index.ts'
import {
  ETHEREUM,
  newPrivateKey,
  newTargetPublicKey,
  newUser,
  newWaitingActivity,
  newWallet,
  sealSecret,
  type World,
} from '../world.ts'
import type { Preparations } from './preparation.ts'

// The public test phrase: BIP-39's first vector.
const PHRASE = `${'abandon '.repeat(11)}about`
const DIGEST = '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8'
/** A thousandth of an ether on chain 11155111. */
export const UNSIGNED_TRANSACTION =
  '02f283aa36a780843b9aca008504a817c800825208949858effd232b4033e47d90003d41ec34ecaeda9487038d7ea4c6800080c0'

const raw = {
  payload: DIGEST,
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
} as const
const transaction = {
  unsignedTransaction: UNSIGNED_TRANSACTION,
  type: 'TRANSACTION_TYPE_ETHEREUM',
} as const
const keyParams = ({ unique, privateKeyTagId }: World) => ({
  privateKeyName: unique('private key'),
  curve: 'CURVE_ED25519' as const,
  privateKeyTags: [privateKeyTagId],
  addressFormats: ['ADDRESS_FORMAT_SOLANA' as const],
})

/** A new root user per import, because root users import for themselves and a target belongs to one user. */
async function newImporter(world: World): Promise<{ client: Client; userId: string }> {
  const { client, userId } = await newUser(world)
  await world.root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: world.unique('import'),
    effect: 'EFFECT_ALLOW',
    condition: "activity.action == 'IMPORT'",
    consensus: `approvers.any(a, a.id == '${userId}')`,
  })
  return { client, userId }
}

const newTag = async ({ root, unique }: World) => {
  const parameters = { privateKeyTagName: unique('tag'), privateKeyIds: [] }
  return (await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', parameters)).privateKeyTagId
}

export const keyPreparations = {
  ACTIVITY_TYPE_CREATE_WALLET: async ({ root, unique }) => ({
    client: root,
    parameters: { walletName: unique('wallet'), accounts: [ETHEREUM], mnemonicLength: 24 },
  }),
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: async (world) => ({
    client: world.root,
    parameters: {
      walletId: (await newWallet(world)).walletId,
      accounts: [{ ...ETHEREUM, path: "m/44'/60'/0'/0/7" }],
    },
  }),
  ACTIVITY_TYPE_UPDATE_WALLET: async (world) => ({
    client: world.root,
    parameters: { walletId: (await newWallet(world)).walletId, walletName: world.unique('wallet') },
  }),
  ACTIVITY_TYPE_DELETE_WALLETS: async (world) => ({
    client: world.root,
    parameters: { walletIds: [(await newWallet(world)).walletId], deleteWithoutExport: true },
  }),
  ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS: async (world) => {
    const { walletId } = await newWallet(world)
    const { accounts } = await world.root.query('list_wallet_accounts', { walletId })
    const walletAccountIds = [accounts[0]!.walletAccountId]
    return { client: world.root, parameters: { walletAccountIds, deleteWithoutExport: true } }
  },
  ACTIVITY_TYPE_INIT_IMPORT_WALLET: async (world) => {
    const { client, userId } = await newImporter(world)
    return { client, parameters: { userId } }
  },
  ACTIVITY_TYPE_IMPORT_WALLET: async (world) => {
    const { client, userId } = await newImporter(world)
    const { importBundle } = await client.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
    const encryptedBundle = await sealSecret(world, toUtf8(PHRASE), { importBundle, userId })
    const walletName = world.unique('imported')
    return { client, parameters: { userId, walletName, encryptedBundle, accounts: [ETHEREUM] } }
  },
  ACTIVITY_TYPE_EXPORT_WALLET: async (world) => ({
    client: world.root,
    parameters: {
      walletId: (await newWallet(world)).walletId,
      targetPublicKey: newTargetPublicKey(world),
      language: 'MNEMONIC_LANGUAGE_FRENCH',
    },
  }),
  ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT: async (world) => ({
    client: world.root,
    parameters: {
      address: (await newWallet(world)).addresses[0]!,
      targetPublicKey: newTargetPublicKey(world),
    },
  }),
  ACTIVITY_TYPE_CREATE_PRIVATE_KEYS: async (world) => ({
    client: world.root,
    parameters: { privateKeys: [keyParams(world)] },
  }),
  ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2: async (world) => ({
    client: world.root,
    parameters: { privateKeys: [keyParams(world)] },
  }),
  ACTIVITY_TYPE_DELETE_PRIVATE_KEYS: async (world) => ({
    client: world.root,
    parameters: { privateKeyIds: [await newPrivateKey(world)], deleteWithoutExport: true },
  }),
  ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY: async (world) => {
    const { client, userId } = await newImporter(world)
    return { client, parameters: { userId } }
  },
  ACTIVITY_TYPE_IMPORT_PRIVATE_KEY: async (world) => {
    const { client, userId } = await newImporter(world)
    const { importBundle } = await client.run('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId })
    const secret = parseHex('11'.repeat(32), 'private key')
    return {
      client,
      parameters: {
        userId,
        privateKeyName: world.unique('imported'),
        encryptedBundle: await sealSecret(world, secret, { importBundle, userId }),
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    }
  },
  ACTIVITY_TYPE_EXPORT_PRIVATE_KEY: async (world) => ({
    client: world.root,
    parameters: { privateKeyId: await newPrivateKey(world), targetPublicKey: newTargetPublicKey(world) },
  }),
  ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG: async ({ root, privateKeyId, unique }) => ({
    client: root,
    parameters: { privateKeyTagName: unique('tag'), privateKeyIds: [privateKeyId] },
  }),
  ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG: async (world) => ({
    client: world.root,
    parameters: {
      privateKeyTagId: await newTag(world),
      newPrivateKeyTagName: world.unique('tag'),
      addPrivateKeyIds: [world.privateKeyId],
      removePrivateKeyIds: [await newPrivateKey(world)],
    },
  }),
  ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS: async (world) => ({
    client: world.root,
    parameters: { privateKeyTagIds: [await newTag(world)] },
  }),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: async ({ root, privateKeyId }) => ({
    client: root,
    parameters: { privateKeyId, ...raw },
  }),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: async ({ root, address }) => ({
    client: root,
    parameters: { signWith: address, ...raw },
  }),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOADS: async ({ root, address }) => {
    const { payload, ...how } = raw
    return { client: root, parameters: { signWith: address, payloads: [payload, payload], ...how } }
  },
  ACTIVITY_TYPE_SIGN_TRANSACTION: async ({ root, privateKeyId }) => ({
    client: root,
    parameters: { privateKeyId, ...transaction },
  }),
  ACTIVITY_TYPE_SIGN_TRANSACTION_V2: async ({ root, address }) => ({
    client: root,
    parameters: { signWith: address, ...transaction },
  }),
} satisfies Partial<Preparations>

const POLICY = {
  effect: 'EFFECT_ALLOW',
  condition: "activity.kind == 'CREATE_WALLET'",
  consensus: 'approvers.count() >= 2',
  notes: 'Wallets together',
} as const

export const policyPreparations = {
  ACTIVITY_TYPE_CREATE_POLICY: async ({ root, unique }) => ({
    client: root,
    parameters: {
      policyName: unique('policy'),
      selectors: [{ subject: 'activity.resource', operator: 'OPERATOR_EQUAL', target: 'INVITATION' }],
      effect: 'EFFECT_ALLOW',
      notes: 'none',
    },
  }),
  ACTIVITY_TYPE_CREATE_POLICY_V2: async ({ root, unique }) => ({
    client: root,
    parameters: {
      policyName: unique('policy'),
      selectors: [{ subject: 'activity.resource', operator: 'OPERATOR_IN', targets: ['POLICY'] }],
      effect: 'EFFECT_ALLOW',
      notes: 'none',
    },
  }),
  ACTIVITY_TYPE_CREATE_POLICY_V3: async ({ root, unique }) => ({
    client: root,
    parameters: { policyName: unique('policy'), ...POLICY },
  }),
  ACTIVITY_TYPE_CREATE_POLICIES: async ({ root, unique }) => ({
    client: root,
    parameters: { policies: [{ policyName: unique('policy'), ...POLICY }] },
  }),
  ACTIVITY_TYPE_UPDATE_POLICY: async (world) => ({
    client: world.root,
    parameters: await policyChange(world),
  }),
  ACTIVITY_TYPE_UPDATE_POLICY_V2: async (world) => ({
    client: world.root,
    parameters: await policyChange(world),
  }),
  ACTIVITY_TYPE_DELETE_POLICY: async (world) => ({
    client: world.root,
    parameters: { policyId: await newPolicy(world) },
  }),
  ACTIVITY_TYPE_DELETE_POLICIES: async (world) => ({
    client: world.root,
    parameters: { policyIds: [await newPolicy(world), await newPolicy(world)] },
  }),
  ACTIVITY_TYPE_APPROVE_ACTIVITY: async (world) => ({
    client: world.root,
    parameters: { fingerprint: await newWaitingActivity(world) },
  }),
  ACTIVITY_TYPE_REJECT_ACTIVITY: async (world) => ({
    client: world.root,
    parameters: { fingerprint: await newWaitingActivity(world) },
  }),
} satisfies Partial<Preparations>

const newPolicy = async ({ root, unique }: World) =>
  (await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: unique('policy'), ...POLICY })).policyId

async function policyChange(world: World) {
  return {
    policyId: await newPolicy(world),
    policyName: world.unique('policy'),
    policyEffect: POLICY.effect,
    policyCondition: POLICY.condition,
    policyConsensus: POLICY.consensus,
    policyNotes: 'changed',
  }
}
