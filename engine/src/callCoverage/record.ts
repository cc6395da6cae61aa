/** Records a request and its true answer for every call: what the API description shows. A seed makes them repeat. */
import { type CallName, callList, type QueryName } from '@keywright/contract'
import { type ApiKeyPair, generateApiKeyPair, parseHex } from '@keywright/keys'
import type { Client } from '../testing/index.ts'
import { seededRandom } from '../testing/random.ts'
import { queryPreparations, type SubmitType, submitPreparations } from './accepted/index.ts'
import { createWorld, type World } from './world.ts'

export interface RecordedCall {
  /** The body as it was posted, but for spaces: its members stand in the order of the bytes that were stamped. */
  readonly request: Readonly<Record<string, unknown>>
  readonly answer: Readonly<Record<string, unknown>>
}

const SEED = 'API description'

/** Each call in a world of its own, so that one more call changes no other's ids. */
export async function recordCalls(): Promise<Record<CallName, RecordedCall>> {
  const recorded: [string, RecordedCall][] = []
  for (const call of callList) recorded.push([call.name, await recordCall(call)])
  return Object.fromEntries(recorded) as Record<CallName, RecordedCall>
}

async function recordCall(call: (typeof callList)[number]): Promise<RecordedCall> {
  const world = await createRecordedWorld()
  const { client, parameters } = await prepare(call, world)
  return send(call, world, client, parameters)
}

type Call = (typeof callList)[number]
type Members = Readonly<Record<string, unknown>>

/** Who may send a call in this world, and with which parameters. */
const prepare = (call: Call, world: World): Promise<{ client: Client; parameters: Members }> =>
  call.kind === 'query'
    ? queryPreparations[call.name as QueryName](world)
    : submitPreparations[call.postedType as SubmitType](world)

/** Sends a call of the newest version. @throws Error for an answer that is not 200 */
function send(call: Call, world: World, client: Client, parameters: Members): Promise<RecordedCall> {
  const { organizationId } = client
  const type = call.kind === 'query' ? undefined : call.postedType
  const body = type
    ? { type, timestampMs: String(world.engine.clock()), organizationId, parameters }
    : { organizationId, ...parameters }
  return post(client, call.path, body)
}

async function post(client: Client, path: string, request: RecordedCall['request']): Promise<RecordedCall> {
  const response = await client.post({ path, text: JSON.stringify(request) })
  const answer = (await response.json()) as RecordedCall['answer']
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return { request, answer }
}

/** A world that is the same each time, and its names those that a person would give. */
async function createRecordedWorld(): Promise<World> {
  const world = await createWorld(SEED, { issuerKey: { algorithm: 'EdDSA', privateKey: issuerKey() } })
  const used = new Map<string, number>()
  // Names as a person would give them: a number only for the second of its kind.
  const unique = (word: string) => {
    const count = (used.get(word) ?? 0) + 1
    used.set(word, count)
    return count === 1 ? word : `${word} ${count}`
  }
  return { ...world, unique }
}

/** Signatures of Ed25519 are the same for the same text, unlike those of the issuer's usual curve. */
function issuerKey() {
  const { publicKey, privateKey }: ApiKeyPair = generateApiKeyPair(
    seededRandom(`${SEED} issuer`),
    'API_KEY_CURVE_ED25519',
  )
  const base64url = (hex: string) =>
    btoa(String.fromCharCode(...parseHex(hex, 'key')))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  return { kty: 'OKP', crv: 'Ed25519', x: base64url(publicKey), d: base64url(privateKey as string) }
}
