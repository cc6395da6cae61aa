/** The environment of a check: its own organization, observing sockets, and the adapter. */
import { ApiKeyStamper } from '@keywright/client/api-key'
import {
  type ApiKeyCurve,
  type ApiKeyPair,
  generateApiKeyPair,
  generateP256KeyPair,
  platformRandom,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Keywright, TestOrganization } from '@keywright/testing'
import { Absent, Finding } from './finding.ts'
import { type Device, type Observer, openObserver, type Script } from './observer.ts'
import type {
  Adapter,
  Connection,
  Credential,
  ErrorAnswer,
  Instructions,
  TargetKey,
  Verb,
} from './protocol.ts'

/** Milliseconds after which an adapter is taken to hang, and restarted. A thousand stamps must fit on a busy machine. */
export const ANSWER_LIMIT_MS = 120_000
/** Default timeout of a client per instruction. */
const TIMEOUT_MS = 15_000

export interface World {
  readonly kw: Keywright
  organization(): Promise<TestOrganization & { readonly userId: string }>
  /** A server for the client, closed when the check ends. @param engine default: the engine of `kw` */
  observe(script?: Script, options?: { engine?: Keywright; device?: Device }): Promise<Observer>
  /** A connection to that address with the root user's key and the given changes. */
  connect(to: Pick<Observer, 'url'>, changes?: Partial<Connection>): Promise<Connection>
  /** Another API key of the root user. */
  addKey(curve: ApiKeyCurve): Promise<ApiKeyPair>
  /** @throws Finding if the client returns an error, Absent if it lacks the feature */
  result<V extends Verb>(verb: V, instruction: Instructions[V]['asks']): Promise<Instructions[V]['answers']>
  /** @throws Finding if the client returns a result */
  error<V extends Verb>(verb: V, instruction: Instructions[V]['asks']): Promise<ErrorAnswer>
  either(verb: Verb, instruction: Instructions[Verb]['asks']): Promise<object>
}

/** Everything sent and received in the whole run, for the check that it contains no secrets. */
export interface Heard {
  readonly secrets: Set<string>
  readonly errors: string[]
}

export interface OpenWorld extends World {
  close(): Promise<void>
}

export const credentialOf = ({ curve, publicKey, privateKey }: ApiKeyPair): Credential => ({
  kind: 'api-key',
  curve,
  publicKey,
  privateKey,
})

/** Generates a target key. */
export function newTarget(): TargetKey {
  const { publicKey, privateKey } = generateP256KeyPair(platformRandom)
  return { publicKey: toHex(uncompressP256PublicKey(publicKey)), privateKey: toHex(privateKey) }
}

/** @param isConcurrent whether a missing answer doesn't block others */
export function openWorld(kw: Keywright, adapter: Adapter, heard: Heard, isConcurrent: boolean): OpenWorld {
  const observers: Observer[] = []
  let made: ReturnType<World['organization']> | undefined

  async function ask<V extends Verb>(verb: V, instruction: Instructions[V]['asks']) {
    remember(instruction, heard.secrets)
    const answer = await inTime(adapter.ask(verb, instruction))
    if (answer === late) {
      if (!isConcurrent) await adapter.restart()
      throw new Finding(`no answer to \`${verb}\` within ${ANSWER_LIMIT_MS / 1000} seconds`)
    }
    if ('notOffered' in answer) throw new Absent(verb)
    if ('error' in answer) heard.errors.push(JSON.stringify(answer.error))
    return answer
  }

  const world: OpenWorld = {
    kw,
    organization() {
      made ??= createOrganization(kw)
      return made
    },
    async observe(script, { engine = kw, device } = {}) {
      const observer = await openObserver((request) => engine.fetch(request), script, device)
      observers.push(observer)
      return observer
    },
    async connect({ url }, changes) {
      const { organizationId, apiKey } = await world.organization()
      const credential = credentialOf({ curve: 'API_KEY_CURVE_P256', ...apiKey })
      return { baseUrl: url, organizationId, credential, timeoutMs: TIMEOUT_MS, ...changes }
    },
    async addKey(curve) {
      const { client, userId } = await world.organization()
      const key = generateApiKeyPair(platformRandom, curve)
      const { publicKey, curve: curveType } = key
      await client.createApiKeys({ userId, apiKeys: [{ apiKeyName: curve, publicKey, curveType }] })
      return key
    },
    async result(verb, instruction) {
      const answer = await ask(verb, instruction)
      if ('result' in answer) return whole(verb, answer.result)
      throw new Finding(`\`${verb}\` failed: ${sayError(answer.error)}`)
    },
    async error(verb, instruction) {
      const answer = await ask(verb, instruction)
      if ('error' in answer) return answer.error
      throw new Finding(`no error; \`${verb}\` answered ${shorten(JSON.stringify(answer.result))}`)
    },
    async either(verb, instruction) {
      const answer = await ask(verb, instruction as never)
      return 'result' in answer ? answer.result : answer.error
    },
    async close() {
      await Promise.all(observers.map((observer) => observer.close()))
    },
  }
  return world
}

async function createOrganization(kw: Keywright) {
  const organization = await kw.createOrganization('Conformance')
  const { userId } = await organization.client.whoami()
  return { ...organization, userId }
}

const late = Symbol('late')

/** Resolves with `late` when the time limit has passed without an answer. */
function inTime<T>(answer: Promise<T>): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<typeof late>((done) => {
    timer = setTimeout(() => done(late), ANSWER_LIMIT_MS)
  })
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer))
}

export async function addUser({ client }: TestOrganization, userName: string): Promise<ApiKeyPair> {
  const key = generateApiKeyPair(platformRandom)
  await client.createUsers({
    type: 'ACTIVITY_TYPE_CREATE_USERS_V2',
    parameters: {
      users: [
        {
          userName,
          apiKeys: [{ apiKeyName: userName, publicKey: key.publicKey }],
          authenticators: [],
          userTags: [],
        },
      ],
    },
  })
  return key
}

export const stamperOf = ({ publicKey, privateKey, curve }: ApiKeyPair) =>
  new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey, curveType: curve })

/** Required members of answers. */
const MEMBERS: { readonly [V in Verb]?: readonly string[] } = {
  whoami: ['organizationId', 'userId', 'username'],
  submit: ['activityId', 'status'],
  wait: ['activityId', 'status'],
  resend: ['activityId', 'status'],
  openCredential: ['publicKey'],
  openExport: ['secret'],
  sealImport: ['encryptedBundle'],
}

function whole<T>(verb: Verb, result: T): T {
  const members = Object(result) as Record<string, unknown>
  const missing = MEMBERS[verb]?.find((name) => typeof members[name] !== 'string')
  if (missing === undefined) return result
  throw new Finding(`the answer to \`${verb}\` has no ${missing}: ${shorten(JSON.stringify(result))}`)
}

function remember(value: unknown, secrets: Set<string>): void {
  JSON.stringify(value, (name, member) => {
    if (typeof member === 'string' && (name === 'privateKey' || name === 'secret')) secrets.add(member)
    return member
  })
}

export const sayError = ({ code, message }: ErrorAnswer) => shorten(`${code}: ${message}`)
export const shorten = (text: string | undefined, length = 160) =>
  text === undefined || text.length <= length ? String(text) : `${text.slice(0, length)}…`
