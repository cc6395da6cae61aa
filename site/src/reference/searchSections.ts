/** Search sections of the API: one per call and shared entity, with fields and errors as rows. */
import type { ApiDescription, Operation, Schema } from './description.ts'
import { type FieldRow, fieldsOf } from './fields.ts'
import { shapesOf, sharedEntities } from './shapes.ts'

export interface ReferenceSection {
  readonly heading: string
  readonly anchor: string
  readonly passages: readonly string[]
  /** Only names, because their descriptions repeat the words of other pages. */
  readonly words: string
  /** Fields that this section defines best. */
  readonly defines?: readonly string[]
}

/** Levels of nested fields in a call's section. Deeper ones belong to their entity. */
const DEPTH = 2

export function referenceSections(description: ApiDescription): ReferenceSection[] {
  const { schemas } = description.components
  const calls = Object.entries(description.paths).map(([path, { post }]) =>
    callSection(path, post, description),
  )
  const entities = sharedEntities(description).map(({ name, title, anchor }): ReferenceSection => {
    const rows = rowsWithin(schemas[name]!, description, DEPTH)
    return {
      heading: title,
      anchor,
      passages: rows.map(rowText),
      words: rows.map((row) => row.name).join(' '),
    }
  })
  const owners = ownersOf(description)
  return [...calls, ...entities].map((section) => {
    const defines = [...owners].flatMap(([field, anchor]) => (anchor === section.anchor ? [field] : []))
    return { ...section, ...(defines.length > 0 && { defines }) }
  })
}

/** Compound names such as `walletName`. Plain words such as `threshold` are topics of other pages. */
const COMPOUND = /[a-z][A-Z]/

/** Field → anchor of its definition: a creating call, or else its entity, or else the first call with the field. */
function ownersOf(description: ApiDescription): ReadonlyMap<string, string> {
  const { schemas } = description.components
  const owners = new Map<string, string>()
  const calls = Object.values(description.paths).map(({ post }) => post)
  const shapes = (call: Operation) => shapesOf(call, description)
  const topLevel = (call: Operation) =>
    shapes(call).flatMap((shape) => fieldsOf(shape, schemas).map(({ name }) => name))
  // Fields of most requests aren't defined by a call, but on pages about requests.
  const frame = frequent(calls.map(topLevel), calls.length / 2)
  const claim = (names: readonly string[], anchor: string) => {
    for (const name of names)
      if (COMPOUND.test(name) && !frame.has(name) && !owners.has(name)) owners.set(name, anchor)
  }
  const within = (call: Operation) =>
    shapes(call).flatMap((shape) => rowsWithin(shape, description, DEPTH).map(({ name }) => name))
  const creating = calls.filter(({ operationId }) => operationId.startsWith('create_'))
  for (const call of creating) claim(topLevel(call), call.operationId)
  for (const { name, anchor } of sharedEntities(description))
    claim(
      rowsWithin(schemas[name]!, description, 1).map((row) => row.name),
      anchor,
    )
  for (const call of calls) claim(topLevel(call), call.operationId)
  for (const call of calls) claim(within(call), call.operationId)
  return owners
}

/** Names in more than `least` of the lists. */
function frequent(lists: readonly (readonly string[])[], least: number): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const name of lists.flatMap((names) => [...new Set(names)]))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > least).map(([name]) => name))
}

/** Fields explained on their own page. */
const IN_EVERY_QUERY: ReadonlySet<string> = new Set(['timestampMs', 'callPath'])

function callSection(path: string, operation: Operation, description: ApiDescription): ReferenceSection {
  const { operationId, summary, description: more = '', 'x-call': call } = operation
  const rows = distinct(
    shapesOf(operation, description).flatMap((shape) => rowsWithin(shape, description, DEPTH)),
  ).filter(({ name }) => !IN_EVERY_QUERY.has(name))
  const errors = call.errors.flatMap((code) => {
    const error = description['x-errors'][code]
    return error ? [`${code} · ${error.message} · ${error.help}`] : []
  })
  const types = call.versions?.map(({ type }) => type) ?? []
  const names = [...rows.map((row) => row.name), ...call.errors, ...types]
  return {
    heading: operationId,
    anchor: operationId,
    passages: [summary, more, `POST ${path}`, ...rows.map(rowText), ...errors, ...types]
      .map(plain)
      .filter(Boolean),
    words: [summary, path, ...names].join(' '),
  }
}

function rowsWithin(schema: Schema, description: ApiDescription, depth: number): FieldRow[] {
  if (depth === 0) return []
  return fieldsOf(schema, description.components.schemas).flatMap((row) => [
    row,
    ...(row.below ? rowsWithin(row.below, description, depth - 1) : []),
  ])
}

function rowText({ name, type, required, description, limits }: FieldRow): string {
  return plain(
    [name, type, required ? 'required' : 'optional', description, ...limits].filter(Boolean).join(' · '),
  )
}

const distinct = (rows: readonly FieldRow[]): FieldRow[] => [
  ...new Map(rows.map((row) => [rowText(row), row])).values(),
]

/** Removes backticks. */
const plain = (text: string): string => text.replaceAll('`', '')
