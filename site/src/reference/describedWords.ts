import type { ApiDescription, Operation, Schema } from './description.ts'
import { resolve } from './fields.ts'
import { wordList } from './findCalls.ts'
import { shapesOf } from './shapes.ts'

const DEPTH = 3

/** The text to search of every call in the description: also nested fields, older versions and values. */
export const describedWords = (description: ApiDescription): ReadonlyMap<string, string> =>
  new Map(
    Object.values(description.paths).map(({ post }) => [
      post.operationId,
      wordList([post.description ?? '', ...post['x-call'].errors, ...namesOf(post, description)]),
    ]),
  )

const namesOf = (operation: Operation, description: ApiDescription): string[] =>
  shapesOf(operation, description).flatMap((shape) => namesIn(shape, description.components.schemas, DEPTH))

function namesIn(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): string[] {
  if (depth === 0) return []
  const { properties, items, enum: members } = resolve(schema, schemas)
  return [
    ...(members ?? []).map(String),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => [
      name,
      ...namesIn(field, schemas, depth - 1),
    ]),
    ...(items ? namesIn(items, schemas, depth) : []),
  ]
}
