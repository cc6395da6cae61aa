/** The reference's example request per call: the one that tests of the engine send, about the objects of the pages. */
import { type CallName, calls } from '@keywright/contract'
import { type Cast, requests } from '@keywright/engine/callCoverage/accepted'
import { seededRandom } from '@keywright/host'
import { apiPublicKeyOf } from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import type { Body } from '../pageRequests.ts'
import {
  ACTIVITY,
  ALICE,
  ALICES_PASSKEY,
  ALICES_SESSION,
  CAROL,
  OTP,
  OTP_CODE,
  POLICY,
  ROOT,
  TAG,
  WALLET,
} from './cast.ts'
import { ETHEREUM_ADDRESS, SENT_AT } from './examplesState.ts'
import { type Made, TARGET_PUBLIC_KEY } from './forReference.ts'

/** An ID token for a user of the development server's own issuer. */
export type Mint = (targetPublicKey: string) => string

/** Bodies by call. */
export async function referenceRequests(made: Made, mint: Mint): Promise<Readonly<Record<CallName, Body>>> {
  const cast = castOf(made, mint)
  const bodies: [string, Body][] = []
  for (const call of Object.values(calls)) {
    const isQuery = call.kind === 'query'
    const { client, parameters } = await requests[isQuery ? call.name : call.postedType](cast)
    const { organizationId } = client
    bodies.push([
      call.name,
      isQuery
        ? { organizationId, ...parameters }
        : { type: call.postedType, timestampMs: String(SENT_AT), organizationId, parameters },
    ])
  }
  return Object.fromEntries(bodies) as Record<CallName, Body>
}

/** The key is publicly known, so `keywright serve` rejects what readers copy. */
const PUBLIC_KEY = apiPublicKeyOf('API_KEY_CURVE_P256', '7'.padStart(64, '0'))

function castOf(made: Made, mint: Mint): Cast {
  const { root, alice, privateKeyId, privateKeyTagId, session } = made
  const random = seededRandom('examples of the reference')
  const sub = { alice, parent: alice, userId: ALICE }
  const wallet = { walletId: WALLET, address: ETHEREUM_ADDRESS, walletAccountId: made.walletAccountId }
  const importer = { client: root, userId: ROOT }
  return {
    root,
    rootUserId: ROOT,
    bob: { userId: CAROL },
    userTagId: TAG,
    privateKeyTagId,
    privateKeyId,
    untaggedKeyIds: [],
    ...wallet,
    policyId: POLICY,
    webhookReceiver: 'https://hooks.example.com',
    unique: (word) => word,
    also: () => ({}),
    activity: async () => ACTIVITY,
    apiKeyOfBob: async () => made.apiKeyId,
    passkeyOf: async () => ALICES_PASSKEY,

    newUser: async () => ({ userId: CAROL }),
    newUserTag: async () => TAG,
    newPrivateKeyTag: async () => privateKeyTagId,
    newWallet: async () => wallet,
    newPrivateKey: async () => privateKeyId,
    newPolicy: async () => POLICY,
    newInvitation: async () => made.invitationId,
    newEndpoint: async () => made.endpointId,
    newInterface: async () => made.smartContractInterfaceId,
    newWaitingActivity: async () => made.waitingFingerprint,
    newSub: async () => sub,
    newImporter: async () => importer,
    newImport: async (secret) => ({
      ...importer,
      encryptedBundle: secret === 'wallet' ? made.sealedPhrase : made.sealedKey,
    }),
    newApiKey: async () => ({ client: alice, userId: ALICE, apiKeyId: ALICES_SESSION }),
    newPasskey: async () => ({ client: alice, userId: ALICE, authenticatorId: ALICES_PASSKEY }),
    newProvider: async () => ({
      ...sub,
      providerId: made.providerId,
      token: async (publicKey) => mint(publicKey),
    }),
    newCode: async () => ({ ...sub, otpId: OTP, otpCode: OTP_CODE }),
    newSealedCode: async () => ({ ...sub, ...made.sealedCode }),
    newLogin: async () => ({ ...sub, login: made.login }),
    newRecovery: async () => ({ client: alice, userId: ALICE }),

    targetPublicKey: () => TARGET_PUBLIC_KEY,
    publicKey: () => session.publicKey,
    curveKey: () => ({ publicKey: PUBLIC_KEY, curveType: 'API_KEY_CURVE_P256' }),
    passkey: (name) =>
      createPasskey({ random, origin: 'https://example.com', rpId: 'example.com' }).register(name),
    claims: () => ({ iss: 'https://id.example.com', sub: '110169484474386276334', aud: 'wallet-web' }),
    idToken: async () => mint(PUBLIC_KEY),
    contractAddress: () => '0x8f1de4b93a6f18b2cc7b0d1b4f3aa9a9de0c7a11',
    proofOf: async () => ({}),
    signupProof: async () => ({}),
  }
}
