/**
 * Shares a scenario in a URL fragment: a seed and the steps since. The same seed and steps give every reader the same
 * organizations, keys and ids, so the link needs no state. Fragments stay in the browser, but contain no secrets
 * anyway: steps never contain private keys, and members that could grant access are rejected.
 */
import type { DevOrganization } from '@keywright/devhost'
import type { Sandbox } from './openSandbox.ts'

/** One step: an activity that the root user submitted, or a move of the clock. */
export type ScenarioStep =
  | { readonly type: string; readonly parameters: Readonly<Record<string, unknown>> }
  | { readonly advance: number }

export interface Scenario {
  readonly seed: number
  readonly steps: readonly ScenarioStep[]
}

/** The fragment is damaged, from another version, or could contain a secret. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
}

const KEY = 'sandbox'
const VERSION = 1
const MAX_STEPS = 50
const MAX_LENGTH = 8_000
const MAX_ADVANCE_MS = 10 * 365 * 24 * 60 * 60 * 1000
/** Names of members whose values could grant access. */
const SECRET = /private|secret|bundle|token|mnemonic|phrase|code|signature|stamp/i

/** Returns a fragment like `#sandbox=…`. @throws ScenarioError if it is too long or could contain a secret */
export function toFragment(scenario: Scenario): string {
  assertScenario(scenario)
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, scenario.seed, scenario.steps]))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const encoded = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  if (encoded.length > MAX_LENGTH) throw new ScenarioError('The scenario is too long for a link.')
  return `#${KEY}=${encoded}`
}

/**
 * Reads a scenario from a fragment. Returns undefined for an unrelated fragment.
 * @throws ScenarioError if it is damaged or from another version
 */
export function parseFragment(fragment: string): Scenario | undefined {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(KEY)
  if (encoded === null) return undefined
  const scenario = decode(encoded)
  assertScenario(scenario)
  return scenario
}

function decode(encoded: string): Scenario {
  try {
    if (encoded.length > MAX_LENGTH) throw new Error()
    const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!Array.isArray(json) || json.length !== 3) throw new Error()
    const [version, seed, steps] = json
    if (version !== VERSION) throw new ScenarioError('This scenario is from another version of the site.')
    return { seed, steps }
  } catch (error) {
    if (error instanceof ScenarioError) throw error
    throw new ScenarioError('The scenario in this link can’t be read. Part of the link may be missing.')
  }
}

function assertScenario({ seed, steps }: Scenario): void {
  const isSound =
    Number.isSafeInteger(seed) && Array.isArray(steps) && steps.length <= MAX_STEPS && steps.every(isStep)
  if (!isSound) throw new ScenarioError(`A scenario needs a seed and at most ${MAX_STEPS} steps.`)
  const secret = steps.map(secretIn).find((name) => name !== undefined)
  if (secret !== undefined) {
    throw new ScenarioError(
      `This scenario can’t be shared in a link, because \`${secret}\` could grant access.`,
    )
  }
}

function isStep(step: unknown): step is ScenarioStep {
  if (typeof step !== 'object' || step === null) return false
  const { advance, type, parameters } = step as Record<string, unknown>
  if (advance !== undefined) {
    return Object.keys(step).length === 1 && Number.isInteger(advance) && isWithin(advance as number)
  }
  return (
    Object.keys(step).length === 2 &&
    typeof type === 'string' &&
    /^ACTIVITY_TYPE_[A-Z0-9_]+$/.test(type) &&
    typeof parameters === 'object' &&
    parameters !== null
  )
}

const isWithin = (milliseconds: number) => milliseconds >= 0 && milliseconds <= MAX_ADVANCE_MS

/** Returns the name of the first member, at any depth, that must not be shared. Public keys are allowed. */
function secretIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (SECRET.test(name) && typeof member === 'string' && member !== '') return name
    const within = secretIn(member)
    if (within !== undefined) return within
  }
  return undefined
}

/** Stamps and posts an activity as the root user, with the page's client. */
export type Submit = (organization: DevOrganization, type: string, parameters: object) => Promise<unknown>

/**
 * Plays a scenario in an empty sandbox that was opened with its seed: `openSandbox({ seed, storage: 'memory' })`.
 * @returns the organization of the scenario
 */
export async function playScenario(
  sandbox: Sandbox,
  { steps }: Scenario,
  submit: Submit,
): Promise<DevOrganization> {
  const organization = await sandbox.createOrganization('Scenario')
  for (const step of steps) {
    if ('advance' in step) await sandbox.clock.advance(step.advance)
    else await submit(organization, step.type, step.parameters)
  }
  return organization
}
