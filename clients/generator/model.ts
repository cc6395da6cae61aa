/** The contract as the emitters of the clients read it: the newest version of each call, and the types that it uses. */
import {
  type Call,
  callList,
  type EntityName,
  type EnumName,
  entities,
  enums,
  memberKey,
} from '@keywright/contract'
import { unversioned, wordsOf } from '@keywright/contract/go-names'
import {
  callWords,
  describeCallField,
  describeEntityField,
  describeEnum,
  describeEnumMember,
  entityWords,
  type FieldInfo,
  fieldInfosOf,
  fieldInfosOfEntity,
  type TypeInfo,
} from '@keywright/contract/reference'

/** A 64-bit number travels as a decimal string. */
export type Type =
  | { readonly kind: 'string' | 'decimal' | 'integer' | 'boolean' | 'members' }
  | { readonly kind: 'enum' | 'object'; readonly name: string }
  | { readonly kind: 'list'; readonly item: Type }

export interface Field {
  readonly wire: string
  readonly type: Type
  readonly required: boolean
  readonly words: string
}

export interface Shape {
  /** In Pascal case, without a version. */
  readonly name: string
  readonly words: string
  readonly fields: readonly Field[]
  /** Part of a request. */
  readonly isInput: boolean
  /** Result of a submit. */
  readonly isResult: boolean
}

export interface Operation {
  /** As in the path. */
  readonly name: string
  readonly kind: 'query' | 'submit' | 'vote'
  readonly words: string
  readonly errors: readonly string[]
  /** Posted activity type; absent for queries. */
  readonly type?: string
  /** Absent for calls without parameters. */
  readonly input?: Shape
  /** Absent for votes, which return the activity that the vote is about. */
  readonly output?: Shape
  /** The list that a paged query returns, and the member that continues after an entry; absent for entries that are ids. */
  readonly page?: { readonly list: Field; readonly cursor?: string }
}

export interface Enumeration {
  readonly name: string
  readonly words: string
  /** `stem` lacks the prefix that all members of the enumeration share. */
  readonly members: readonly { readonly wire: string; readonly stem: string; readonly words: string }[]
}

export interface Model {
  readonly enums: readonly Enumeration[]
  readonly shapes: readonly Shape[]
  readonly operations: readonly Operation[]
}

/** Entities whose name a client needs for something else. */
const RENAMED: Readonly<Record<string, string>> = { ApiKey: 'ApiKeyData', Config: 'OrganizationConfig' }

const DECIMALS = new Set([
  'uint64',
  'timestampMs',
  'apiKeyLifetime',
  'sessionLifetime',
  'mailedKeyLifetime',
  'codeLifetime',
  'tokenLifetime',
  'pageLimit',
])
const INTEGERS = new Set(['int32', 'mnemonicLength', 'threshold', 'otpLength'])

/** Cursor of the entries of each paged query; null for entries that are ids themselves. */
const CURSORS: Readonly<Record<string, string | null>> = {
  list_activities: 'id',
  list_wallet_accounts: 'walletAccountId',
  list_suborgs: null,
  list_verified_suborgs: null,
}

/** Builds the model. @throws Error if two types would get the same name */
export function readModel(): Model {
  const types = new Types()
  const operations = callList.map((call) => operationOf(call, types))
  const isPaged = ({ input }: Operation) => input?.fields.some(({ wire }) => wire === 'paginationOptions')
  if (operations.some((operation) => isPaged(operation) && !operation.page)) {
    throw new Error('a paged query has no entry in CURSORS')
  }
  return { operations, shapes: types.shapes(), enums: types.enums() }
}

interface Definition {
  readonly name: string
  /** Two definitions of the same name must have the same source. */
  readonly source: string
  readonly words: string
  readonly fields: readonly FieldInfo[]
  readonly describe: (field: string) => string
  readonly isInput: boolean
  readonly isResult: boolean
}

class Types {
  readonly #shapes = new Map<string, Shape & { readonly source: string }>()
  readonly #enums = new Set<EnumName>()

  /** Adds a shape and everything in it. */
  add({ fields, describe, ...definition }: Definition): Shape {
    const known = this.#shapes.get(definition.name)
    if (known && known.source !== definition.source) {
      throw new Error(`${known.source} and ${definition.source} are both ${definition.name}`)
    }
    const isInput = definition.isInput || known?.isInput === true
    const shape = {
      ...definition,
      isInput,
      isResult: definition.isResult || known?.isResult === true,
      fields: fields.map(({ name, type, required, nullable }) => ({
        wire: name,
        type: this.#typeOf(type, isInput),
        required: required && !nullable,
        words: describe(name),
      })),
    }
    // Shapes without members need no type, except as results.
    if (shape.fields.length > 0 || !isInput) this.#shapes.set(shape.name, shape)
    return shape
  }

  #typeOf(type: TypeInfo, isInput: boolean): Type {
    switch (type.kind) {
      case 'scalar':
        if (DECIMALS.has(type.scalar)) return { kind: 'decimal' }
        if (INTEGERS.has(type.scalar)) return { kind: 'integer' }
        return { kind: type.scalar === 'flag' ? 'boolean' : 'string' }
      case 'enum':
        this.#enums.add(type.name)
        return type
      case 'list':
        return { kind: 'list', item: this.#typeOf(type.item, isInput) }
      case 'members':
        return type
      case 'entity':
        return { kind: 'object', name: this.#addEntity(type.name, isInput).name }
    }
  }

  #addEntity(name: EntityName, isInput: boolean): Shape {
    return this.add({
      name: nameOfEntity(name),
      source: name,
      words: entityWords[name].summary,
      fields: fieldInfosOfEntity(name),
      describe: (field) => describeEntityField(name, field),
      isInput,
      isResult: false,
    })
  }

  shapes(): Shape[] {
    return [...this.#shapes.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  enums(): Enumeration[] {
    const used = (Object.keys(enums) as EnumName[]).filter((name) => this.#enums.has(name))
    return used.map((name) => ({
      name,
      words: describeEnum(name),
      members: enums[name].map((wire) => ({
        wire,
        stem: stemOf(name, wire),
        words: describeEnumMember(name, wire),
      })),
    }))
  }
}

function operationOf(call: Call, types: Types): Operation {
  const { summary, description, errors: own = [] } = callWords[call.name]
  const version = call.kind === 'submit' ? call.versions.at(-1)! : undefined
  const kind = call.kind === 'query' ? 'query' : call.authority === 'vote' ? 'vote' : 'submit'
  const part = (suffix: 'Params' | 'Result', schema: unknown): Shape =>
    types.add({
      name: pascal(call.name) + suffix,
      source: sourceOf(call, suffix),
      words: `${suffix === 'Params' ? 'Parameters' : 'Result'} of \`${call.name}\`.`,
      // The client adds the organization to queries.
      fields: fieldInfosOf(schema as never).filter(
        ({ name }) => suffix === 'Result' || kind !== 'query' || name !== 'organizationId',
      ),
      describe: (field) => describeCallField(call.name, field),
      isInput: suffix === 'Params',
      isResult: suffix === 'Result' && kind === 'submit',
    })
  const input = part('Params', version ? version.intent : (call as { request: unknown }).request)
  const base = {
    name: call.name,
    kind,
    words: `${summary} ${description}`,
    errors: own,
    ...(version && { type: version.type }),
    ...(input.fields.length > 0 && { input }),
  } as const
  if (kind === 'vote') return base
  const output = part('Result', version ? version.result : (call as { response: unknown }).response)
  const cursor = CURSORS[call.name]
  const page = { list: output.fields[0]!, ...(cursor && { cursor }) }
  return { ...base, output, ...(cursor !== undefined && { page }) }
}

/** An entity with the members of a call's part is that part. */
function sourceOf(call: Call, suffix: 'Params' | 'Result'): string {
  const { postedType } = call as { postedType?: string }
  const key = postedType && memberKey(postedType, suffix === 'Params' ? 'Intent' : 'Result')
  const entity = key && key.charAt(0).toUpperCase() + key.slice(1)
  if (entity && entity in entities) return entity
  return suffix === 'Result' && `${pascal(call.name)}Result` in entities
    ? `${pascal(call.name)}Result`
    : `${call.name} ${suffix}`
}

function nameOfEntity(name: EntityName): string {
  const plain = unversioned(name)
  return RENAMED[plain] ?? plain
}

function stemOf(name: string, wire: string): string {
  const prefix = `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}_`
  return wire.startsWith(prefix) ? wire.slice(prefix.length) : wire.replace('-', '_').toUpperCase()
}

// ─── Names ───

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
export const pascal = (name: string): string => wordsOf(name).map(capital).join('')
export const camel = (name: string): string =>
  wordsOf(name)
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('')
export const snake = (name: string): string => wordsOf(name).join('_')

/** Replaces the names of calls in a description with the names of a language's methods. */
export const linkCalls = (words: string, link: (name: string) => string): string =>
  words.replace(/`([a-z_]+)`/g, (code, name: string) => (callNames.has(name) ? link(name) : code))
const callNames: ReadonlySet<string> = new Set(callList.map(({ name }) => name))
