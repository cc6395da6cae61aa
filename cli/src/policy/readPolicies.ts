/** Reads policies from files: JSON in the formats of the API, or a single expression. */
import { parseJson } from '@keywright/keys'
import type { Effect, PolicyText, Side } from '@keywright/policy'
import { nameOfInput, readText, whyNoJson } from '../files/files.ts'
import type { Host } from '../host/host.ts'
import { usageFailure } from '../output/failure.ts'

export interface PolicyFile {
  /** As passed by the user; `-` for standard input. */
  readonly path: string
  readonly text: string
  readonly policies: readonly PolicyText[]
  /** The decoded JSON; undefined for a single expression. */
  readonly json: unknown
}

/**
 * @param side the kind of expression in a file that is not JSON
 * @throws Failure (usage) if the file cannot be read or has another format
 */
export async function readPolicyFile(host: Host, path: string, side: Side): Promise<PolicyFile> {
  const text = path === '-' ? new TextDecoder().decode(await host.readInput()) : await readText(host, path)
  // An expression never starts with a brace, and one that starts with a bracket is not valid JSON.
  const json = /^\s*[{[]/.test(text) ? parseJsonOrUndefined(text) : undefined
  if (json === undefined) {
    if (path.endsWith('.json') || /^\s*\{/.test(text)) throw brokenJson(path, text)
    const policy: PolicyText = { policyId: path, effect: 'EFFECT_ALLOW', [side]: text.trim() }
    return { path, text, policies: [policy], json }
  }
  return { path, text, policies: toPolicies(json, path), json }
}

/**
 * Reads one policy, a list of policies, or an object with a list in `policies`.
 * @param where name of the value in errors
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
  const { policyId, policyName, effect, condition, consensus, time } = value
  if (effect !== 'EFFECT_ALLOW' && effect !== 'EFFECT_DENY') {
    throw usageFailure(`${where}: \`effect\` must be EFFECT_ALLOW or EFFECT_DENY`, SHAPE)
  }
  return {
    policyId: toText(policyId, `${where}: \`policyId\``) ?? toText(policyName, '') ?? `policy ${index + 1}`,
    ...optional('policyName', toText(policyName, `${where}: \`policyName\``)),
    effect: effect satisfies Effect,
    ...optional('condition', toText(condition, `${where}: \`condition\``)),
    ...optional('consensus', toText(consensus, `${where}: \`consensus\``)),
    ...optional('time', toText(time, `${where}: \`time\``)),
  }
}

const SHAPE =
  'expected one policy, a list of policies, or {"policies": […]}; a policy is {"policyName": "…", "effect": "EFFECT_ALLOW", "condition": "…", "consensus": "…"}'

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
