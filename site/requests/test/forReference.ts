/**
 * Objects that only the reference's examples use, such as tags, a private key and an endpoint, and the results of earlier
 * steps in flows: a code, a token, an encrypted bundle.
 */
import type { Engine, Mail } from '@keywright/engine'
import { TRANSFER_ABI } from '@keywright/engine/callCoverage/world'
import { addPrivateKey, type Client, clientSignatureBy, sealSecret } from '@keywright/engine/test'
import {
  type ApiKeyPair,
  apiPublicKeyOf,
  openCredentialBundle,
  parseHex,
  type Random,
  sealOtp,
  toHex,
  toUtf8,
} from '@keywright/keys'
import { ALICE, ALICES, CAROL, ROOT, TAG, WALLET } from './cast.ts'

export type Made = Awaited<ReturnType<typeof addForReference>>

/** Private key of the pages' target key (RFC 6979, A.2.5). */
export const TARGET_PRIVATE_KEY = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'
export const TARGET_PUBLIC_KEY =
  '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299'

/** A publicly known key, which `keywright serve` rejects when readers copy an example. */
const publicPair = (privateKey: string): ApiKeyPair => {
  const curve = 'API_KEY_CURVE_P256'
  return { curve, privateKey, publicKey: apiPublicKeyOf(curve, privateKey) }
}

/** BIP-39's second test vector, because the wallet of the pages' phrase already exists. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const KEY = '11'.repeat(32)

export const ISSUER = 'http://127.0.0.1:8787/dev/issuer'
export const SUBJECT = 'alice'
export const AUDIENCE = 'keywright-development'

interface Tools {
  readonly engine: Engine
  /** The reader's user in the parent organization. */
  readonly root: Client
  /** The reader's user in the sub-organization. */
  readonly alice: Client
  readonly random: Random
  /** Emails sent so far. */
  readonly letters: readonly Mail[]
}

export async function addForReference({ engine, root, alice, random, letters }: Tools) {
  const { privateKeyTagId } = await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
    privateKeyTagName: 'hot',
    privateKeyIds: [],
  })
  const privateKeyId = await addPrivateKey(root, 'settlement', {
    privateKeyTags: [privateKeyTagId],
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  })
  const { endpointId } = await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
    url: 'https://hooks.example.com/keywright',
    name: 'ledger',
  })
  const { smartContractInterfaceId } = await root.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
    smartContractAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    smartContractInterface: TRANSFER_ABI,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Test USD',
  })
  const { invitationIds } = await root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
    invitations: [
      {
        receiverUserName: 'dave',
        receiverUserEmail: 'dave@example.com',
        accessType: 'ACCESS_TYPE_ALL',
        receiverUserTags: [TAG],
        senderUserId: ROOT,
      },
    ],
  })
  const { providerIds } = await alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
    userId: ALICE,
    oauthProviders: [
      { providerName: 'development', oidcClaims: { iss: ISSUER, sub: SUBJECT, aud: AUDIENCE } },
    ],
  })
  const { accounts } = await root.query('list_wallet_accounts', { walletId: WALLET })
  const { apiKeys } = await root.query('get_api_keys', { userId: CAROL })
  const { activities } = await root.query('list_activities', {
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  })
  const session = publicPair('8'.padStart(64, '0'))
  return {
    privateKeyTagId,
    privateKeyId,
    endpointId,
    smartContractInterfaceId,
    invitationId: invitationIds[0]!,
    providerId: providerIds[0]!,
    walletAccountId: accounts[0]!.walletAccountId,
    apiKeyId: apiKeys[0]!.apiKeyId,
    waitingFingerprint: activities[0]!.fingerprint,
    /** Bundles encrypted to one target key, which is good for one import. */
    ...(await sealedImports()),
    root,
    alice,
    session,
    login: await login(session),
    sealedCode: await sealedCode(session),
    recoveryKey: await recoveryKey(),
  }

  async function sealedImports() {
    const { importBundle } = await root.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId: ROOT })
    const { signerPublicKey } = engine
    const seal = (secret: Uint8Array) =>
      sealSecret({ signerPublicKey, random }, root, secret, { importBundle, userId: ROOT })
    return {
      sealedPhrase: await seal(toUtf8(PHRASE)),
      sealedKey: await seal(parseHex(KEY, 'private key')),
    }
  }

  /** Completes a sign-in by code. */
  async function login(key: ApiKeyPair) {
    const { publicKey } = key
    const { otpId } = await alice.run('ACTIVITY_TYPE_INIT_OTP', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'alice@example.com',
      userIdentifier: 'first',
    })
    const otpCode = await mailed('code')
    const { verificationToken } = await alice.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode, publicKey })
    const clientSignature = clientSignatureBy(key, verificationToken, { login: { publicKey } })
    return { verificationToken, publicKey, clientSignature }
  }

  async function sealedCode({ publicKey }: ApiKeyPair) {
    const { otpId, otpEncryptionTargetBundle } = await alice.run('ACTIVITY_TYPE_INIT_OTP_V3', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'alice@example.com',
      appName: 'Example',
      userIdentifier: 'second',
    })
    const expected = { signerPublicKey: engine.signerPublicKey, organizationId: ALICES }
    const code = await mailed('code')
    return {
      otpId,
      encryptedOtpBundle: await sealOtp(code, publicKey, otpEncryptionTargetBundle, expected, random),
    }
  }

  async function recoveryKey(): Promise<string> {
    await root.about(ALICES).run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2', {
      email: 'alice@example.com',
      targetPublicKey: TARGET_PUBLIC_KEY,
      emailCustomization: { appName: 'Example' },
    })
    const target = parseHex(TARGET_PRIVATE_KEY, 'private key')
    return toHex(await openCredentialBundle(await mailed('bundle'), target))
  }

  async function mailed(member: 'code' | 'bundle'): Promise<string> {
    await engine.idle()
    return letters.at(-1)!.template[member] as string
  }
}
