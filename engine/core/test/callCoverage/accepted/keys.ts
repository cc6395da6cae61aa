/** Wallets, private keys, signing, imports and exports; policies and votes. */
import { ETHEREUM } from '../world.ts'
import { byRoot, type Cast, type Submits } from './cast.ts'

const DIGEST = '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8'
/** A thousandth of an ether on chain 11155111. */
export const UNSIGNED_TRANSACTION =
  '02f283aa36a780843b9aca008504a817c800825208949858effd232b4033e47d90003d41ec34ecaeda9487038d7ea4c6800080c0'

const how = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const
const raw = { payload: DIGEST, ...how }
const transaction = {
  unsignedTransaction: UNSIGNED_TRANSACTION,
  type: 'TRANSACTION_TYPE_ETHEREUM',
} as const

const createPrivateKeys = byRoot(({ unique, privateKeyTagId }) => ({
  privateKeys: [
    {
      privateKeyName: unique('fees'),
      curve: 'CURVE_ED25519' as const,
      privateKeyTags: [privateKeyTagId],
      addressFormats: ['ADDRESS_FORMAT_SOLANA' as const],
    },
  ],
}))
const initImport = async (cast: Cast) => {
  const { client, userId } = await cast.newImporter()
  return { client, parameters: { userId } }
}

export const keySubmits = {
  ACTIVITY_TYPE_CREATE_WALLET: byRoot(({ unique }) => ({
    walletName: unique('reserve'),
    accounts: [ETHEREUM],
    mnemonicLength: 24,
  })),
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: byRoot(async (cast) => ({
    walletId: (await cast.newWallet()).walletId,
    accounts: [{ ...ETHEREUM, path: "m/44'/60'/0'/0/7", name: 'seventh' }],
  })),
  ACTIVITY_TYPE_UPDATE_WALLET: byRoot(async (cast) => ({
    walletId: (await cast.newWallet()).walletId,
    walletName: cast.unique('payouts 2025'),
  })),
  ACTIVITY_TYPE_DELETE_WALLETS: byRoot(async (cast) => ({
    walletIds: [(await cast.newWallet()).walletId],
    deleteWithoutExport: true,
  })),
  ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS: byRoot(async (cast) => ({
    walletAccountIds: [(await cast.newWallet()).walletAccountId],
    deleteWithoutExport: true,
  })),
  ACTIVITY_TYPE_INIT_IMPORT_WALLET: initImport,
  ACTIVITY_TYPE_IMPORT_WALLET: async (cast) => {
    const { client, userId, encryptedBundle } = await cast.newImport('wallet')
    const walletName = cast.unique('imported')
    return { client, parameters: { userId, walletName, encryptedBundle, accounts: [ETHEREUM] } }
  },
  ACTIVITY_TYPE_EXPORT_WALLET: byRoot(async (cast) => ({
    walletId: (await cast.newWallet()).walletId,
    targetPublicKey: cast.targetPublicKey(),
    language: 'MNEMONIC_LANGUAGE_FRENCH',
  })),
  ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT: byRoot(async (cast) => ({
    address: (await cast.newWallet()).address,
    targetPublicKey: cast.targetPublicKey(),
  })),
  ACTIVITY_TYPE_CREATE_PRIVATE_KEYS: createPrivateKeys,
  ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2: createPrivateKeys,
  ACTIVITY_TYPE_DELETE_PRIVATE_KEYS: byRoot(async (cast) => ({
    privateKeyIds: [await cast.newPrivateKey()],
    deleteWithoutExport: true,
  })),
  ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY: initImport,
  ACTIVITY_TYPE_IMPORT_PRIVATE_KEY: async (cast) => {
    const { client, userId, encryptedBundle } = await cast.newImport('private key')
    return {
      client,
      parameters: {
        userId,
        privateKeyName: cast.unique('imported'),
        encryptedBundle,
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    }
  },
  ACTIVITY_TYPE_EXPORT_PRIVATE_KEY: byRoot(async (cast) => ({
    privateKeyId: await cast.newPrivateKey(),
    targetPublicKey: cast.targetPublicKey(),
  })),
  ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG: byRoot(({ privateKeyId, unique }) => ({
    privateKeyTagName: unique('cold'),
    privateKeyIds: [privateKeyId],
  })),
  ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG: byRoot(async (cast) => ({
    privateKeyTagId: await cast.newPrivateKeyTag(),
    newPrivateKeyTagName: cast.unique('warm'),
    addPrivateKeyIds: [...cast.untaggedKeyIds],
    removePrivateKeyIds: [await cast.newPrivateKey()],
  })),
  ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS: byRoot(async (cast) => ({
    privateKeyTagIds: [await cast.newPrivateKeyTag()],
  })),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: byRoot(({ privateKeyId }) => ({ privateKeyId, ...raw })),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: byRoot(({ address }) => ({ signWith: address, ...raw })),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOADS: byRoot(({ address }) => ({
    signWith: address,
    payloads: [DIGEST, '22'.repeat(32)],
    ...how,
  })),
  ACTIVITY_TYPE_SIGN_TRANSACTION: byRoot(({ privateKeyId }) => ({ privateKeyId, ...transaction })),
  ACTIVITY_TYPE_SIGN_TRANSACTION_V2: byRoot(({ address }) => ({ signWith: address, ...transaction })),
} satisfies Partial<Submits>

const policy = {
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET'",
  consensus: 'approvers.count() >= 2',
  notes: 'Wallets together',
} as const
const olderPolicy = ({ unique }: Cast) => ({
  policyName: unique('policy'),
  effect: 'EFFECT_ALLOW' as const,
  notes: 'none',
})
const newPolicy = ({ unique }: Cast) => ({ policyName: unique('wallets'), ...policy })
const policyChange = byRoot(async (cast) => ({
  policyId: await cast.newPolicy(),
  policyName: cast.unique('payouts wait for two'),
  policyEffect: policy.effect,
  policyCondition: `wallet.id == '${cast.walletId}'`,
  policyConsensus: policy.consensus,
  policyNotes: 'Payouts together',
}))
const vote = byRoot(async (cast) => ({ fingerprint: await cast.newWaitingActivity() }))

export const policySubmits = {
  ACTIVITY_TYPE_CREATE_POLICY: byRoot((cast) => ({
    ...olderPolicy(cast),
    selectors: [{ subject: 'activity.resource', operator: 'OPERATOR_EQUAL', target: 'INVITATION' }],
  })),
  ACTIVITY_TYPE_CREATE_POLICY_V2: byRoot((cast) => ({
    ...olderPolicy(cast),
    selectors: [{ subject: 'activity.resource', operator: 'OPERATOR_IN', targets: ['POLICY'] }],
  })),
  ACTIVITY_TYPE_CREATE_POLICY_V3: byRoot(newPolicy),
  ACTIVITY_TYPE_CREATE_POLICIES: byRoot((cast) => ({ policies: [newPolicy(cast)] })),
  ACTIVITY_TYPE_UPDATE_POLICY: policyChange,
  ACTIVITY_TYPE_UPDATE_POLICY_V2: policyChange,
  ACTIVITY_TYPE_DELETE_POLICY: byRoot(async (cast) => ({ policyId: await cast.newPolicy() })),
  ACTIVITY_TYPE_DELETE_POLICIES: byRoot(async (cast) => ({ policyIds: [await cast.newPolicy()] })),
  ACTIVITY_TYPE_APPROVE_ACTIVITY: vote,
  ACTIVITY_TYPE_REJECT_ACTIVITY: vote,
} satisfies Partial<Submits>
