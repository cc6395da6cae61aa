/** The kinds of requests: activity, signer and signed content; and facts with chosen values. */
import { kindOfActivity, listActivityKinds, ROOT_ONLY_KINDS, resourceAndActionOf } from '../../activities.ts'
import type { FactValue, RequestFacts } from '../../facts.ts'
import { parseType } from '../../type.ts'
import { type NameEntry, VOCABULARY } from '../../vocabulary.ts'
import { type Choice, choicesOf, choicesOfEntry, otherText, structNamed, usualStruct } from './domain.ts'
import type { Literals } from './literals.ts'

export interface RequestTemplate {
  /** Such as `SIGN_TRANSACTION`. */
  readonly kind: string
  /** Full names of the versions of the activity. */
  readonly types: readonly string[]
  /** Names of its objects, such as `wallet` and `eth.tx`; always includes `activity`. */
  readonly names: readonly string[]
  readonly signer: string | undefined
  readonly payload: string | undefined
}

/** Chosen values by unit: a field of an object (`eth.tx.to`), or an entry of a map in it. */
export type Choices = ReadonlyMap<string, Choice>

const conditionNames = VOCABULARY.names.filter(({ side }) => side === 'condition')

/**
 * Every template, by kind.
 * @param activityTypes full names with versions; kinds without one are used without a version
 */
export function listTemplates(activityTypes: readonly string[]): RequestTemplate[] {
  return listActivityKinds()
    .filter((kind) => !ROOT_ONLY_KINDS.has(kind))
    .flatMap((kind) => templatesOf(kind, activityTypes))
}

/** The kinds of requests that an expression may be about, including those of the root quorum. */
export const listShapes = (): RequestTemplate[] =>
  listActivityKinds().flatMap((kind) => templatesOf(kind, []))

function templatesOf(kind: string, activityTypes: readonly string[]): RequestTemplate[] {
  const known = activityTypes.filter((type) => kindOfActivity(type) === kind)
  const types = known.length > 0 ? known : [`ACTIVITY_TYPE_${kind}`]
  const present = conditionNames.filter(({ presentFor }) => presentFor?.includes(kind))
  const signers = pathsOf(present, 'signer')
  const payloads: (string | undefined)[] = pathsOf(present, 'payload')
  // A raw payload may be anything; a transaction is always one of the known kinds.
  if (payloads.length === 0 || kind !== 'SIGN_TRANSACTION') payloads.unshift(undefined)
  const free = present.filter(({ excludes }) => excludes === undefined).map(({ path }) => path)
  return (signers.length > 0 ? signers : [undefined]).flatMap((signer) =>
    payloads.map((payload) => {
      const others = free.filter((name) => name !== 'wallet_account' || signer === 'wallet')
      const names = ['activity', ...[signer, payload].filter((name) => name !== undefined), ...others]
      return { kind, types, names, signer, payload }
    }),
  )
}

const pathsOf = (entries: readonly NameEntry[], group: NameEntry['excludes']): string[] =>
  entries.filter(({ excludes }) => excludes === group).map(({ path }) => path)

/**
 * The unit that a place belongs to: `solana.tx.transfers[].amount` → `solana.tx.transfers`.
 * @returns undefined if the template's requests have no such object or parameter
 */
export function unitOf(place: string, { names, kind }: RequestTemplate): string | undefined {
  const name = names.find(
    (one) => place === one || place.startsWith(`${one}.`) || place.startsWith(`${one}[`),
  )
  if (name === undefined) return undefined
  if (name === 'wallets') return name
  if (name === 'activity') {
    const param = /^activity\.params\.(\w+)/.exec(place)?.[1]
    if (param === undefined) return name
    return paramsOf(kind).some((field) => field.name === param) ? `activity.params.${param}` : undefined
  }
  const [, field, entry] = /^\.(\w+)(\['[^']*'\])?/.exec(place.slice(name.length)) ?? []
  return field === undefined ? undefined : `${name}.${field}${entry ?? ''}`
}

const paramsOf = (kind: string) =>
  structNamed('ActivityParams').fields.filter(({ presentFor }) => presentFor?.includes(kind))

/** Every unit of a template with a single plain value. */
export function plainUnitsOf(template: RequestTemplate): string[] {
  return template.names.flatMap((name) => {
    if (name === 'wallets') return [name]
    if (name === 'activity') return paramsOf(template.kind).map((field) => `activity.params.${field.name}`)
    return structOf(name).fields.map((field) => `${name}.${field.name}`)
  })
}

const structOf = (name: string) => structNamed(conditionNames.find(({ path }) => path === name)!.type)

/** All values to try for a unit. */
export function choicesOfUnit(unit: string, template: RequestTemplate, literals: Literals): Choice[] {
  if (unit === 'activity') return [...template.types]
  if (unit.includes("['")) return choicesOfEntry(unit, literals)
  if (unit === 'wallets') {
    const field = { name: 'wallets', type: 'list<Wallet>', era: 'later', doc: '' } as const
    return choicesOf('', field, unit, literals).filter((list) => (list as readonly unknown[]).length > 0)
  }
  const at = unit.lastIndexOf('.')
  const owner = unit.slice(0, at)
  const struct = owner === 'activity.params' ? structNamed('ActivityParams') : structOf(owner)
  const field = struct.fields.find(({ name }) => name === unit.slice(at + 1))!
  return choicesOf(struct.name, field, unit, literals)
}

/** The facts of a request with the chosen values, and usual values elsewhere. */
export function factsOf(template: RequestTemplate, choices: Choices): RequestFacts {
  const facts: Record<string, unknown> = {}
  const type = String(choices.get('activity') ?? template.types.at(-1))
  for (const name of template.names) {
    if (name === 'activity') facts['activity'] = activityOf(type, template.kind, choices)
    else if (name === 'wallets') facts[name] = choices.get(name) ?? [usualStruct('Wallet')]
    else put(facts, name, objectOf(name, choices))
  }
  return facts as unknown as RequestFacts
}

function activityOf(type: string, kind: string, choices: Choices) {
  const params: Record<string, unknown> = {}
  for (const { name, type: paramType, format } of paramsOf(kind)) {
    const unit = `activity.params.${name}`
    params[name] = choices.has(unit) ? choices.get(unit) : usualParam(paramType, format)
  }
  return { type, kind, ...resourceAndActionOf(type), ...(Object.keys(params).length > 0 && { params }) }
}

function usualParam(type: string, format: Parameters<typeof otherText>[0]): FactValue {
  const { kind } = parseType(type)
  return kind === 'int' ? 1n : kind === 'list' ? [] : otherText(format)
}

function objectOf(name: string, choices: Choices): Record<string, FactValue> {
  const object = usualStruct(structOf(name).name)
  for (const [unit, choice] of choices) {
    if (!unit.startsWith(`${name}.`)) continue
    const [field, key] = unit.slice(name.length + 1).split("['") as [string, string | undefined]
    if (key === undefined) set(object, field, choice)
    else if (choice !== undefined) {
      object[field] = { ...(object[field] as object), [key.slice(0, -2)]: choice }
    }
  }
  return name === 'eth.tx' ? asEthereumHasIt(object, choices) : object
}

/** Adapts the members to the transaction type, because no request mixes them. */
function asEthereumHasIt(tx: Record<string, FactValue>, choices: Choices): Record<string, FactValue> {
  const isNamed = choices.has('eth.tx.type')
  // Only the oldest form has no chain.
  if (tx['chain_id'] === undefined && !isNamed) tx['type'] = 'LEGACY'
  const { type } = tx
  const hasFees = type === 'TYPE_2' || type === 'TYPE_3' || type === 'TYPE_4'
  if (tx['chain_id'] === undefined && type !== 'LEGACY') tx['chain_id'] = 1n
  if (!hasFees) {
    delete tx['max_fee_per_gas']
    delete tx['max_priority_fee_per_gas']
  } else if (choices.has('eth.tx.gas_price')) {
    tx['max_fee_per_gas'] = tx['gas_price']!
  } else {
    tx['max_fee_per_gas'] ??= 1n
    tx['gas_price'] = tx['max_fee_per_gas']
  }
  if (hasFees) tx['max_priority_fee_per_gas'] ??= 1n
  if (type !== 'TYPE_3') delete tx['max_fee_per_blob_gas']
  else tx['max_fee_per_blob_gas'] ??= 1n
  // Blobs and authorizations can't be combined with contract creation.
  if (tx['to'] === '' && (type === 'TYPE_3' || type === 'TYPE_4')) tx['to'] = otherText('ethereum-address')
  return tx
}

function set(object: Record<string, FactValue>, name: string, choice: Choice): void {
  if (choice === undefined) delete object[name]
  else object[name] = choice
}

function put(facts: Record<string, unknown>, path: string, value: unknown): void {
  const [first, second] = path.split('.') as [string, string | undefined]
  facts[first] = second === undefined ? value : { [second]: value }
}

/** The kinds of requests of an activity type, to choose from. */
export const shapesOf = (type: string): RequestTemplate[] => templatesOf(kindOfActivity(type), [type])

/** A request of this kind with usual values. */
export const exampleOf = (template: RequestTemplate): RequestFacts => factsOf(template, new Map())
