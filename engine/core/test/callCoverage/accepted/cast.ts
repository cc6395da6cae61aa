/** The callers and objects that requests name: new ones in tests, always the same ones in the reference's examples. */
import type { ActivityTypeOf, IntentOf, QueryName, RequestOf, SubmitName } from '@keywright/contract'
import type { Client, SubOrganization } from '../../support/index.ts'

export interface Cast {
  /** The root user of a parent organization. */
  readonly root: Client
  readonly rootUserId: string
  /** Objects that requests leave as they are. */
  readonly bob: { readonly userId: string }
  readonly userTagId: string
  readonly privateKeyTagId: string
  readonly privateKeyId: string
  /** Private keys that a tag can be added to. */
  readonly untaggedKeyIds: readonly string[]
  readonly walletId: string
  readonly address: string
  readonly policyId: string
  /** Origin of the webhook receiver. */
  readonly webhookReceiver: string
  /** A name that is free. */
  unique(word: string): string
  /** Members that the call accepts, but an example is clearer without. */
  also<T extends object>(members: T): Partial<T>

  activity(): Promise<string>
  apiKeyOfBob(): Promise<string>
  passkeyOf(sub: Sub): Promise<string>

  /** Objects that a request may change or delete. */
  newUser(): Promise<{ readonly userId: string }>
  newUserTag(): Promise<string>
  newPrivateKeyTag(): Promise<string>
  newWallet(): Promise<{ walletId: string; address: string; walletAccountId: string }>
  newPrivateKey(): Promise<string>
  newPolicy(): Promise<string>
  newInvitation(): Promise<string>
  newEndpoint(): Promise<string>
  newInterface(): Promise<string>
  /** The fingerprint of an activity that waits for a second vote. */
  newWaitingActivity(): Promise<string>
  /** A sub-organization with its root user alice. */
  newSub(): Promise<Sub>
  /** Who may import, and a secret that is encrypted for them. */
  newImporter(): Promise<Importer>
  newImport(secret: 'wallet' | 'private key'): Promise<Importer & { encryptedBundle: string }>
  newApiKey(): Promise<{ client: Client; userId: string; apiKeyId: string }>
  newPasskey(): Promise<{ client: Client; userId: string; authenticatorId: string }>
  /** A provider of alice, and its tokens for a key. */
  newProvider(): Promise<Sub & { providerId: string; token(publicKey: string): Promise<string> }>
  /** A code that was sent to alice, in the clear and encrypted. */
  newCode(
    type: 'ACTIVITY_TYPE_INIT_OTP_AUTH' | 'ACTIVITY_TYPE_INIT_OTP',
  ): Promise<Sub & { otpId: string; otpCode: string }>
  newSealedCode(): Promise<Sub & { otpId: string; encryptedOtpBundle: string }>
  newLogin(): Promise<Sub & { login: { publicKey: string } & Required<Proof> }>
  /** Someone who holds the key from a recovery email. */
  newRecovery(): Promise<{ client: Client; userId: string }>

  /** What a request creates. */
  targetPublicKey(): string
  publicKey(): string
  /** A key, of a curve other than the default one if possible. */
  curveKey(): Pick<IntentOf<'ACTIVITY_TYPE_CREATE_API_KEYS_V2'>['apiKeys'][number], 'publicKey' | 'curveType'>
  passkey(authenticatorName: string): Passkey
  claims(): { iss: string; sub: string; aud: string }
  idToken(): Promise<string>
  contractAddress(): string
  /** Proof of an email address or phone number, unless the request is an example without one. */
  proofOf(contact: string): Promise<Pick<Proof, 'verificationToken'>>
  signupProof(email: string): Promise<Proof>
}

export type Sub = Pick<SubOrganization, 'userId' | 'alice' | 'parent'>
interface Importer {
  readonly client: Client
  readonly userId: string
}
export type Proof = Pick<
  IntentOf<'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7'>,
  'verificationToken' | 'clientSignature'
>
export type Passkey = IntentOf<'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2'>['authenticators'][number]

export type SubmitType = { [N in SubmitName]: ActivityTypeOf<N> }[SubmitName]

/** The request with as many members as can be combined. */
type Prepared<P> = Promise<{ client: Client; parameters: P }>

export type Submits<By = Cast> = { readonly [K in SubmitType]: (by: By) => Prepared<IntentOf<K>> }
export type Queries<By = Cast> = {
  readonly [N in QueryName]: (by: By) => Prepared<Omit<RequestOf<N>, 'organizationId'>>
}

/** A request by the root user. */
export const byRoot =
  <P>(parameters: (cast: Cast) => P | Promise<P>) =>
  async (cast: Cast): Prepared<P> => ({ client: cast.root, parameters: await parameters(cast) })

/** A request by alice in a sub-organization. */
export const byAlice =
  <P>(parameters: (cast: Cast, sub: Sub) => P | Promise<P>) =>
  async (cast: Cast): Prepared<P> => {
    const sub = await cast.newSub()
    return { client: sub.alice, parameters: await parameters(cast, sub) }
  }

/** A request about alice's sub-organization by its parent. */
export const byParent =
  <P>(parameters: (cast: Cast) => P | Promise<P>) =>
  async (cast: Cast): Prepared<P> => ({
    client: (await cast.newSub()).parent,
    parameters: await parameters(cast),
  })
