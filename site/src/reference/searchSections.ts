/** What search knows of the API: a section for each call and each shared entity, their fields and errors as rows. */
import type { ApiDescription, Operation, Schema } from './description.ts'
import { type FieldRow, fieldsOf } from './fields.ts'
import { shapesOf, sharedEntities } from './shapes.ts'

export interface ReferenceSection {
  readonly heading: string
  readonly anchor: string
  readonly passages: readonly string[]
  /** Names find a section of the reference; the words that describe them are those of the documentation. */
  readonly words: string
}

/** Fields of fields are found with the call; deeper ones with their entity. */
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
  return [...calls, ...entities]
}

function callSection(path: string, operation: Operation, description: ApiDescription): ReferenceSection {
  const { operationId, summary, description: more = '', 'x-call': call } = operation
  const rows = distinct(
    shapesOf(operation, description).flatMap((shape) => rowsWithin(shape, description, DEPTH)),
  )
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

/** Without the backticks that mark code. */
const plain = (text: string): string => text.replaceAll('`', '')
