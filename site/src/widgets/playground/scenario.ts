/** Playground content as plain data that fits a link: policies, users, a request and expected decisions. */
import {
  type CompiledPolicy,
  checkPolicy,
  compilePolicy,
  type DecideInput,
  decide,
  type Effect,
  type Explanation,
  explain,
  type PolicyError,
  parseExactJson,
  type RequestFacts,
  StepsExceeded,
  type UserFacts,
  type Verdict,
  writeExactJson,
} from '@keywright/policy'

export interface DraftPolicy {
  readonly policyId: string
  readonly policyName: string
  readonly effect: Effect
  readonly condition: string
  readonly consensus: string
  /** When it takes part; always if empty. */
  readonly time?: string
}

export interface TestCase {
  readonly name: string
  readonly request: RequestFacts
  readonly approvers: readonly string[]
  readonly expect: Verdict
}

export interface Scenario {
  readonly policies: readonly DraftPolicy[]
  readonly users: readonly UserFacts[]
  /** Ids of the approvers. The first one submitted the request. */
  readonly approvers: readonly string[]
  readonly request: RequestFacts
  readonly tests: readonly TestCase[]
  /** The time of the request in milliseconds since 1970; now if absent. */
  readonly now?: bigint
}

export const VERDICTS: readonly Verdict[] = ['ALLOWED', 'CONSENSUS_NEEDED', 'DENIED', 'REJECTED']

/** A compiled policy, or its problems. */
export type Read =
  | { readonly compiled: CompiledPolicy; readonly problems?: undefined }
  | { readonly compiled?: undefined; readonly problems: readonly PolicyError[] }

/** A policy as the API takes it: without empty expressions, which are true. */
function written({ condition, consensus, time = '', ...rest }: DraftPolicy) {
  return {
    ...rest,
    ...(condition.trim() !== '' && { condition }),
    ...(consensus.trim() !== '' && { consensus }),
    ...(time.trim() !== '' && { time }),
  }
}

export function readPolicy(policy: DraftPolicy): Read {
  const text = written(policy)
  const problems = checkPolicy(text)
  return problems.length > 0 ? { problems } : { compiled: compilePolicy(text) }
}

/** Returns undefined if any policy has a problem, because some policies alone could decide differently. */
export function compileAll(policies: readonly DraftPolicy[]): readonly CompiledPolicy[] | undefined {
  const read = policies.map(readPolicy)
  const compiled = read.flatMap((one) => one.compiled ?? [])
  return compiled.length === read.length ? compiled : undefined
}

export function decideInputOf(
  { users, now }: Pick<Scenario, 'users' | 'now'>,
  policies: readonly CompiledPolicy[],
  { request, approvers }: Pick<TestCase, 'request' | 'approvers'>,
): DecideInput {
  const known = approvers.flatMap((id) => users.find((user) => user.id === id) ?? [])
  return { policies, facts: request, approvers: known, users, now: Number(now ?? Date.now()) }
}

/** @returns the error message if the policies exceed a request's step limit */
export const explainSafely = (input: DecideInput): Explanation | string =>
  orIfExceeded(
    () => explain(input),
    ({ message }) => message,
  )

/** @returns undefined if the policies exceed the input's budget */
export const decideSafely = (input: DecideInput): Verdict | undefined =>
  orIfExceeded(
    () => decide(input).verdict,
    () => undefined,
  )

function orIfExceeded<T, O>(work: () => T, otherwise: (error: StepsExceeded) => O): T | O {
  try {
    return work()
  } catch (error) {
    if (error instanceof StepsExceeded) return otherwise(error)
    throw error
  }
}

/** A file for `keywright policy test`. */
export function toTestFile({ policies, users, tests, now }: Scenario): string {
  const time = now === undefined ? {} : { now: new Date(Number(now)).toISOString() }
  const cases = tests.map(({ name, expect, approvers, request }) => ({
    name,
    request,
    approvers,
    ...time,
    expect,
  }))
  return `${writeExactJson({ policies: policies.map(written), users, cases }, 2)}\n`
}

const PREFIX = 'playground='
/** Longer fragments count as damaged. */
const LONGEST_FRAGMENT = 100_000

/** Returns the URL fragment that opens this scenario: `#playground=` and the base64url of its JSON. */
export function toFragment(scenario: Scenario): string {
  const bytes = new TextEncoder().encode(writeExactJson(scenario))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `#${PREFIX}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/** @returns undefined for an unrelated fragment, `damaged` for one that can't be read */
export function fromFragment(fragment: string): Scenario | 'damaged' | undefined {
  if (!fragment.startsWith(`#${PREFIX}`)) return undefined
  if (fragment.length > LONGEST_FRAGMENT) return 'damaged'
  try {
    const binary = atob(
      fragment
        .slice(PREFIX.length + 1)
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    )
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (character) => character.charCodeAt(0)),
    )
    const value = parseExactJson(text)
    return isScenario(value) ? value : 'damaged'
  } catch {
    return 'damaged'
  }
}

/** The first moment that dates can't express. */
const LATEST = 8_640_000_000_000_000n

function isScenario(value: unknown): value is Scenario {
  if (!isObject(value)) return false
  const { policies, users, approvers, request, tests, now } = value
  return (
    (now === undefined || (typeof now === 'bigint' && now >= 0n && now < LATEST)) &&
    isListOf(policies, isDraftPolicy) &&
    areApart(policies, 'policyId') &&
    isListOf(users, isUser) &&
    areApart(users, 'id') &&
    isListOf(approvers, isText) &&
    isRequest(request) &&
    isListOf(tests, isTestCase)
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isListOf = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 200 && value.every(is)
/** Ids must be unique, or references to them would be ambiguous. */
const areApart = (list: unknown, id: string): boolean =>
  new Set((list as Readonly<Record<string, unknown>>[]).map((item) => item[id])).size ===
  (list as readonly unknown[]).length
const areTexts = (value: Readonly<Record<string, unknown>>, ...names: string[]): boolean =>
  names.every((name) => isText(value[name]))

const isDraftPolicy = (value: unknown): boolean =>
  isObject(value) &&
  areTexts(value, 'policyId', 'policyName', 'condition', 'consensus') &&
  (value['time'] === undefined || isText(value['time'])) &&
  (value['effect'] === 'EFFECT_ALLOW' || value['effect'] === 'EFFECT_DENY')

const isUser = (value: unknown): boolean =>
  isObject(value) && areTexts(value, 'id', 'email', 'alias') && isListOf(value['tags'], isText)

/** Checks the members that a decision needs. Policies accept anything in the rest. */
export const isRequest = (value: unknown): value is RequestFacts =>
  isObject(value) && isObject(value['activity']) && areTexts(value['activity'], 'type', 'resource', 'action')

const isTestCase = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['name']) &&
  isRequest(value['request']) &&
  isListOf(value['approvers'], isText) &&
  VERDICTS.some((verdict) => verdict === value['expect'])
