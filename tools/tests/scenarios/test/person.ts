/** A person who stamps requests, with the verbs of stories. */
import type {
  Activity,
  ActivityType,
  IntentOf,
  QueryName,
  RequestOf,
  ResponseOf,
  ResultOf,
  WalletAccountParams,
} from '@keywright/contract'
import {
  apiKeyStamper,
  type Client,
  type Passkey,
  type Posted,
  passkeyStamper,
  type Stamper,
  sessionStamper,
} from '@keywright/engine/test'
import type { ApiKeyPair, StampScheme } from '@keywright/keys'

type ShortName<T> = T extends `ACTIVITY_TYPE_${infer Name}` ? Name : never
/** An activity type without its prefix, such as `CREATE_WALLET`. */
export type Doing = ShortName<ActivityType>
type TypeOf<D extends Doing> = Extract<ActivityType, `ACTIVITY_TYPE_${D}`>

/** The parts of the story's world that a person uses. */
export interface Surroundings {
  apiKey(curve?: ApiKeyPair['curve']): ApiKeyPair
  passkey(): Passkey
  client(identity: { organizationId: string; stamper: Stamper }): Client
  send(posted: Posted, stamper: Stamper): Promise<Record<string, unknown>>
  /** Verifies this organization's journal at the end of the story. */
  watch(organizationId: string): void
  /** A unique number in this story. */
  count(): number
}

export interface Identity {
  readonly name: string
  readonly userId: string
  /** Organization of the requests: the person's own, unless changed by `about`. */
  readonly organizationId: string
  readonly stamper: Stamper
  readonly key?: ApiKeyPair
  readonly passkey?: Passkey
}

export interface NewSubOrganization {
  /** Name of the only root user. */
  readonly rootUser: string
  /** Fields of the root user: email address, phone number, credentials. Default: a passkey. */
  readonly as?: object
  /** Fields of the sub-organization. */
  readonly with?: object
}

export class Person implements Identity {
  readonly name: string
  readonly userId: string
  readonly organizationId: string
  readonly stamper: Stamper
  readonly key?: ApiKeyPair
  readonly passkey?: Passkey
  readonly #world: Surroundings
  readonly #client: Client

  constructor(world: Surroundings, identity: Identity) {
    this.#world = world
    this.name = identity.name
    this.userId = identity.userId
    this.organizationId = identity.organizationId
    this.stamper = identity.stamper
    if (identity.key) this.key = identity.key
    if (identity.passkey) this.passkey = identity.passkey
    this.#client = world.client(identity)
  }

  // ─── Requests ───

  reads<N extends QueryName>(
    name: N,
    filters?: Omit<RequestOf<N>, 'organizationId'>,
  ): Promise<ResponseOf<N>> {
    return this.#client.query(name, filters)
  }

  /** Submits an activity that must complete immediately, and returns its result. @throws CallRefused */
  does<D extends Doing>(doing: D, intent: IntentOf<TypeOf<D>>): Promise<ResultOf<TypeOf<D>>> {
    return this.#client.run(`ACTIVITY_TYPE_${doing}` as TypeOf<D>, intent)
  }

  /** Submits an activity that may need approvals, and returns the activity. @throws CallRefused */
  asks<D extends Doing>(doing: D, intent: IntentOf<TypeOf<D>>): Promise<Activity> {
    return this.#client.submit(`ACTIVITY_TYPE_${doing}` as TypeOf<D>, intent)
  }

  approves({ fingerprint }: Activity): Promise<Activity> {
    return this.#client.approve(fingerprint)
  }

  rejects({ fingerprint }: Activity): Promise<Activity> {
    return this.#client.reject(fingerprint)
  }

  /** Builds the body of a request without sending it. */
  writes<D extends Doing>(doing: D, intent: IntentOf<TypeOf<D>>): Posted {
    return this.#client.compose(`ACTIVITY_TYPE_${doing}` as TypeOf<D>, intent as object)
  }

  /** Stamps and sends an unchanged body. @throws CallRefused */
  sends(posted: Posted): Promise<Record<string, unknown>> {
    return this.#world.send(posted, this.stamper)
  }

  // ─── Variants of the person ───

  /** The same person with another organization. */
  about({ organizationId }: { readonly organizationId: string }): Person {
    return new Person(this.#world, { ...this, organizationId })
  }

  withKey(key: ApiKeyPair, scheme?: StampScheme): Person {
    return new Person(this.#world, { ...this, key, stamper: apiKeyStamper(key, scheme) })
  }

  withPasskey(passkey: Passkey): Person {
    return new Person(this.#world, { ...this, passkey, stamper: passkeyStamper(passkey) })
  }

  /** The same person with the token of a read-only session. */
  withSession(token: string): Person {
    return new Person(this.#world, { ...this, stamper: sessionStamper(token) })
  }

  // ─── People ───

  /** Adds a user with an API key and no permission. */
  async addsUser(name: string, members: { userEmail?: string; userTags?: string[] } = {}): Promise<Person> {
    const key = this.#world.apiKey()
    const { userIds } = await this.does('CREATE_USERS_V2', {
      users: [
        {
          userName: name,
          apiKeys: [{ apiKeyName: `key of ${name}`, publicKey: key.publicKey }],
          authenticators: [],
          userTags: [],
          ...members,
        },
      ],
    })
    const { organizationId } = this
    return new Person(this.#world, {
      name,
      userId: userIds[0]!,
      organizationId,
      key,
      stamper: apiKeyStamper(key),
    })
  }

  /** Creates a tag on users. @returns its ID */
  async tags(userTagName: string, ...people: readonly Person[]): Promise<string> {
    const userIds = people.map(({ userId }) => userId)
    return (await this.does('CREATE_USER_TAG', { userTagName, userIds })).userTagId
  }

  /** Creates a sub-organization and returns its only root user, by default with a passkey. */
  async opensSubOrganization({ rootUser: name, as = {}, with: members = {} }: NewSubOrganization) {
    const passkey = this.#world.passkey()
    const rootUser = {
      userName: name,
      apiKeys: [],
      authenticators: [passkey.register()],
      oauthProviders: [],
      ...as,
    }
    const { subOrganizationId, rootUserIds, wallet } = await this.does('CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: `of ${name}`,
      rootUsers: [rootUser],
      rootQuorumThreshold: 1,
      ...members,
    })
    this.#world.watch(subOrganizationId)
    const user = new Person(this.#world, {
      name,
      userId: rootUserIds![0]!,
      organizationId: subOrganizationId,
      passkey,
      stamper: passkeyStamper(passkey),
    })
    return Object.assign(user, { addresses: wallet?.addresses ?? [] })
  }

  // ─── Policies ───

  /** @param who a person, or a consensus expression. @returns the policy's ID */
  allows(who: Person | string, condition?: string): Promise<string> {
    return this.#decrees('EFFECT_ALLOW', who, condition)
  }

  /** @see allows */
  denies(who: Person | string, condition?: string): Promise<string> {
    return this.#decrees('EFFECT_DENY', who, condition)
  }

  async #decrees(effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', who: Person | string, condition?: string) {
    const { policyId } = await this.does('CREATE_POLICY_V3', {
      policyName: `policy ${this.#world.count()}`,
      effect,
      consensus: typeof who === 'string' ? who : `approvers.any(a, a.id == '${who.userId}')`,
      ...(condition === undefined ? {} : { condition }),
    } as IntentOf<'ACTIVITY_TYPE_CREATE_POLICY_V3'>)
    return policyId
  }

  // ─── Wallets ───

  createsWallet(walletName: string, ...accounts: WalletAccountParams[]) {
    return this.does('CREATE_WALLET', { walletName, accounts })
  }

  /** Signs a text, hashed with Keccak-256. */
  signs(signWith: string, payload: string) {
    return this.does('SIGN_RAW_PAYLOAD_V2', rawPayload(signWith, payload))
  }

  /** @returns the signed transaction, hex */
  async signsTransaction(signWith: string, { type, unsignedTransaction }: Unsigned): Promise<string> {
    return (await this.does('SIGN_TRANSACTION_V2', { signWith, type, unsignedTransaction })).signedTransaction
  }
}

/** A transaction to sign. */
export interface Unsigned {
  readonly type: IntentOf<'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'>['type']
  /** Hex. */
  readonly unsignedTransaction: string
}

/** Parameters that sign a text hashed with Keccak-256. */
export function rawPayload(signWith: string, payload: string): IntentOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'> {
  return {
    signWith,
    payload,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  }
}
