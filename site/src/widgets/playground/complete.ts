/** Completes an expression at the caret from the vocabulary. */
import {
  ACTIVITY_ROWS,
  type FieldEntry,
  listActivityKinds,
  parseType,
  type RequestFacts,
  type Side,
  type Type,
  VOCABULARY,
} from '@keywright/policy'

export interface Completion {
  /** Replaces the text between `from` and the caret. */
  readonly text: string
  readonly type: string
  readonly doc: string
}

export interface Completions {
  readonly from: number
  readonly options: readonly Completion[]
}

/** Names of contract calls, which no vocabulary has. */
export interface KnownCalls {
  readonly functions: readonly string[]
  readonly arguments: readonly string[]
}

/** Of ERC-20 tokens, for requests that call no contract. */
const TOKEN_CALLS: KnownCalls = {
  functions: ['approve', 'transfer', 'transferFrom'],
  arguments: ['amount', 'from', 'spender', 'to'],
}

/** The names of the call of a request. */
export function callsOf({ eth }: RequestFacts): KnownCalls {
  const { function_name: name, contract_call_args: args } = eth?.tx ?? {}
  if (name === undefined || !args) return TOKEN_CALLS
  return { functions: [name], arguments: Object.keys(args) }
}

const NONE: Completions = { from: 0, options: [] }
const LIST_FUNCTIONS: readonly Completion[] = [
  { text: 'any(x, ', type: 'bool', doc: 'True if the condition holds for at least one element.' },
  { text: 'all(x, ', type: 'bool', doc: 'True if the condition holds for every element.' },
  { text: 'filter(x, ', type: 'list', doc: 'The elements for which the condition holds.' },
  { text: 'contains(', type: 'bool', doc: 'True if the list contains the element.' },
  { text: 'count()', type: 'int', doc: 'The number of elements.' },
]

const FUNCTIONS: Readonly<Record<Side, readonly Completion[]>> = {
  condition: [
    { text: 'uint(', type: 'uint', doc: 'The number in hex digits, its highest byte first.' },
    { text: 'uint_le(', type: 'uint', doc: 'The number in hex digits, its lowest byte first.' },
  ],
  consensus: [],
  time: [
    { text: "Timestamp('", type: 'timestamp', doc: "A moment, such as `Timestamp('2026-03-01T00:00:00Z')`." },
    {
      text: "CronSpan('",
      type: 'bool',
      doc: "True during windows, such as `CronSpan('0 9 * * 1-5', '8h', 'America/New_York')`.",
    },
  ],
}

/** A chain of names at the end of the text, such as `eth.tx.transfers[0].to`. */
const CHAIN = /[A-Za-z_]\w*(?:\[[^\][]*\])?(?:\.[A-Za-z_]\w*(?:\[[^\][]*\])?)*\.?$/
const TEXT_VALUE = /([A-Za-z_][\w.[\]]*)\s*(?:==|!=|in\s*\[(?:[^\]]*,)?)\s*'([^']*)$/

/** @param text the whole expression @param caret an offset in it */
export function complete(text: string, caret: number, side: Side, calls = TOKEN_CALLS): Completions {
  const before = text.slice(0, caret)
  const isInText = (before.match(/'/g) ?? []).length % 2 === 1
  if (isInText) return completeText(before, side, calls)
  const chain = CHAIN.exec(before)?.[0] ?? ''
  const dot = chain.lastIndexOf('.')
  const [owner, begun] = dot < 0 ? ['', chain] : [chain.slice(0, dot), chain.slice(dot + 1)]
  const known = owner === '' ? topLevel(before, side) : membersOf(typeAt(owner, before, side), owner, side)
  const options = known.filter((option) => option.text.startsWith(begun) && option.text !== begun)
  return options.length === 0 ? NONE : { from: caret - begun.length, options }
}

const ARGUMENT = /\bcontract_call_args\[\s*'([^']*)$/

function completeText(before: string, side: Side, calls: KnownCalls): Completions {
  const [, argument] = ARGUMENT.exec(before) ?? []
  if (argument !== undefined) return textsOf(before, argument, calls.arguments, "']")
  const [, chain, begun] = TEXT_VALUE.exec(before) ?? []
  if (chain === undefined || begun === undefined) return NONE
  const values = chain === 'eth.tx.function_name' ? calls.functions : valuesAt(chain, before, side)
  return textsOf(before, begun, values, "'")
}

function textsOf(before: string, begun: string, values: readonly string[], end: string): Completions {
  const options = values
    .filter((value) => value.startsWith(begun) && value !== begun)
    .map((value) => ({ text: value + end, type: 'string', doc: '' }))
  return { from: before.length - begun.length, options }
}

function valuesAt(chain: string, before: string, side: Side): readonly string[] {
  const dot = chain.lastIndexOf('.')
  const owner = typeAt(chain.slice(0, dot), before, side)
  const name = chain.slice(dot + 1)
  if (owner?.kind !== 'struct') return []
  if (owner.name === 'Activity') {
    if (name === 'kind') return listActivityKinds()
    if (name === 'type') return listActivityKinds().map((kind) => `ACTIVITY_TYPE_${kind}`)
    if (name === 'resource') return [...new Set(ACTIVITY_ROWS.map(({ resource }) => resource))]
    if (name === 'action') return [...new Set(ACTIVITY_ROWS.map(({ action }) => action))]
  }
  return fieldOf(owner.name, name)?.values ?? []
}

const namesOf = (side: Side) => VOCABULARY.names.filter((entry) => entry.side === side)

function topLevel(before: string, side: Side): Completion[] {
  const variables = [...before.matchAll(VARIABLE)].map(([, , variable]) => variable!)
  return [
    ...variables.map((text) => ({ text, type: 'variable', doc: 'An element of the list.' })),
    ...namesOf(side).map(({ path, type, doc }) => ({ text: path, type, doc })),
    ...FUNCTIONS[side],
  ]
}

function membersOf(type: Type | undefined, owner: string, side: Side): Completion[] {
  if (type?.kind === 'list') return [...LIST_FUNCTIONS]
  if (type?.kind === 'struct') {
    const fields = VOCABULARY.structs.find(({ name }) => name === type.name)?.fields ?? []
    return fields.map((field) => ({ text: field.name, type: field.type, doc: field.doc }))
  }
  // `eth` has no type of its own, only `eth.tx` below it.
  return namesOf(side)
    .filter(({ path }) => path.startsWith(`${owner}.`))
    .map(({ path, type: nameType, doc }) => ({ text: path.slice(owner.length + 1), type: nameType, doc }))
}

const VARIABLE = /([A-Za-z_][\w.[\]]*)\.(?:any|all|filter)\(\s*([A-Za-z_]\w*)\s*,/g

/** The type of a chain of names, or undefined if the vocabulary doesn't know it. */
function typeAt(chain: string, before: string, side: Side): Type | undefined {
  const name = namesOf(side)
    .map(({ path }) => path)
    .filter((path) => chain === path || chain.startsWith(`${path}.`) || chain.startsWith(`${path}[`))
    .sort((a, b) => b.length - a.length)[0]
  if (name !== undefined) {
    const entry = namesOf(side).find(({ path }) => path === name)!
    return follow(parseType(entry.type), chain.slice(name.length))
  }
  const first = /^\w+/.exec(chain)?.[0]
  const bound = [...before.matchAll(VARIABLE)].findLast(([, , variable]) => variable === first)
  if (!first || !bound || bound[1] === first || bound[1]!.startsWith(`${first}.`)) return undefined
  const list = typeAt(bound[1]!, before.slice(0, bound.index), side)
  return list?.kind === 'list' ? follow(list.of, chain.slice(first.length)) : undefined
}

function follow(type: Type, rest: string): Type | undefined {
  let found: Type | undefined = type
  for (const [step] of rest.matchAll(/\.\w+|\[[^\][]*\]/g)) {
    if (step.startsWith('['))
      found = found?.kind === 'list' ? (step.includes('..') ? found : found.of) : undefined
    else if (found?.kind === 'struct') {
      const field = fieldOf(found.name, step.slice(1))
      found = field && parseType(field.type)
    } else return undefined
  }
  return found
}

const fieldOf = (struct: string, name: string): FieldEntry | undefined =>
  VOCABULARY.structs.find((entry) => entry.name === struct)?.fields.find((field) => field.name === name)
