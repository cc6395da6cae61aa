/** Filters the reference: a call must contain every word. */
import type { IndexedCall } from './callIndex.ts'
import type { ApiDescription, Operation, Schema } from './description.ts'
import { resolve } from './fields.ts'
import { shapesOf } from './shapes.ts'

const DEPTH = 3

/** Text around names in request lines, code and links, ignored because it doesn't distinguish calls. */
const AROUND = /\bpost (?=\/)|\bawait\b|\bclient\.|\.(?:request|answer|parameters|result)\b/g

/**
 * The lower-case text to search per call. Without the description, it covers only the list. With it, also fields, values
 * and errors.
 */
export function wordsOfCalls(
  calls: readonly IndexedCall[],
  description: ApiDescription | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    calls.map(({ name, path, summary, resource, types }) => {
      const operation = description?.paths[path]?.post
      const words = [
        path,
        spellings(name),
        resource,
        summary,
        ...types,
        ...(description && operation ? wordsOf(operation, description) : []),
      ]
      return [name, [...new Set(words.join(' ').toLowerCase().split(/\s+/))].join(' ')]
    }),
  )
}

const wordsOf = (operation: Operation, description: ApiDescription): string[] => [
  operation.description ?? '',
  ...operation['x-call'].errors,
  ...shapesOf(operation, description).flatMap((shape) =>
    namesIn(shape, description.components.schemas, DEPTH),
  ),
]

/** Names of the calls that contain every word of the query. An empty query finds all of them. */
export function findCalls(words: ReadonlyMap<string, string>, query: string): ReadonlySet<string> {
  // Ignore punctuation around a copied name.
  const wanted = query
    .toLowerCase()
    .replace(AROUND, ' ')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
  return new Set(
    [...words].filter(([, text]) => wanted.every((word) => text.includes(word))).map(([name]) => name),
  )
}

/** Alternative spellings of `create_wallet`: `createWallet` and `create wallet`. */
const spellings = (name: string): string =>
  [name, name.replaceAll('_', ''), name.replaceAll('_', ' ')].join(' ')

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
