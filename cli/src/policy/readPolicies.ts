/** Policies from files: JSON in the shapes that the API knows, or the text of one expression. */
import { parseJson } from '@keywright/keys'
import type { Effect, PolicyText, Side } from '@keywright/policy'
import { usageFailure } from '../failure.ts'
import { nameOfInput, readText, whyNoJson } from '../files.ts'
import type { Host } from '../host.ts'

export interface PolicyFile {
  /** As it was named; `-` for standard input. */
  readonly path: string
  readonly text: string
  readonly policies: readonly PolicyText[]
  /** The decoded JSON; undefined when the file is one expression. */
  readonly json: unknown
}

/**
 * @param side which expression a file that is not JSON holds
 * @throws Failure (usage) when it cannot be read or has another shape
 */
export async function readPolicyFile(host: Host, path: string, side: Side): Promise<PolicyFile> {
  const text = path === '-' ? new TextDecoder().decode(await host.readInput()) : await readText(host, path)
  // An expression never begins with a brace, and with a bracket only as a list, which JSON would refuse.
  const json = /^\s*[{[]/.test(text) ? parseJsonOrUndefined(text) : undefined
  if (json === undefined) {
    if (path.endsWith('.json') || /^\s*\{/.test(text)) throw brokenJson(path, text)
    const policy: PolicyText = { policyId: path, effect: 'EFFECT_ALLOW', [side]: text.trim() }
    return { path, text, policies: [policy], json }
  }
  return { path, text, policies: toPolicies(json, path), json }
}

/**
 * The policies in a JSON value: one, a list, or an object whose `policies` is a list.
 * @param where names the value in errors
 * @throws Failure (usage)
 */
export function toPolicies(json: unknown, where: string): PolicyText[] {
  const list = Array.isArray(json)
    ? json
    : isObject(json) && Array.isArray(json['policies'])
      ? json['policies']
      : [json]
  return list.map((value: unknown, i) =>
    toPolicy(value, list.length === 1 ? where : `${where}: policy ${i + 1}`, i),
  )
}

function toPolicy(value: unknown, where: string, index: number): PolicyText {
  if (!isObject(value)) throw usageFailure(`${where} is not a policy`, SHAPE)
  const { policyId, policyName, effect, condition, consensus } = value
  if (effect !== 'EFFECT_ALLOW' && effect !== 'EFFECT_DENY') {
    throw usageFailure(`${where}: \`effect\` is not EFFECT_ALLOW or EFFECT_DENY`, SHAPE)
  }
  return {
    policyId: toText(policyId, `${where}: \`policyId\``) ?? toText(policyName, '') ?? `policy ${index + 1}`,
    ...optional('policyName', toText(policyName, `${where}: \`policyName\``)),
    effect: effect satisfies Effect,
    ...optional('condition', toText(condition, `${where}: \`condition\``)),
    ...optional('consensus', toText(consensus, `${where}: \`consensus\``)),
  }
}

const SHAPE =
  'a policy is {"policyName": "…", "effect": "EFFECT_ALLOW", "condition": "…", "consensus": "…"}; a file holds one, a list, or {"policies": […]}'

function toText(value: unknown, where: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw usageFailure(`${where} is not a string`, SHAPE)
}

const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function brokenJson(path: string, text: string) {
  try {
    parseJson(text)
  } catch (error) {
    return usageFailure(`${nameOfInput(path)} is not JSON: ${whyNoJson(text, error)}`, SHAPE)
  }
  return usageFailure(`${nameOfInput(path)} is not a policy`, SHAPE)
}
