/** In-place search of the reference: every word must be found somewhere in what the call says. */
import type { IndexedCall } from './callIndex.ts'
import type { ApiDescription, Operation, Schema } from './description.ts'
import { resolve } from './fields.ts'
import { shapesOf } from './shapes.ts'

const DEPTH = 3

/** What stands around a name in a request line, in code and in the reference's own links, and tells no call from another. */
const AROUND = /\bpost (?=\/)|\bawait\b|\bclient\.|\.(?:request|answer|parameters|result)\b/g

/**
 * For each call, the lower-case text that the filter searches. Until the description arrives that is what the list says;
 * then also fields, values and errors.
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
  // Punctuation comes from where a name was copied and isn't part of it.
  const wanted = query
    .toLowerCase()
    .replace(AROUND, ' ')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
  return new Set(
    [...words].filter(([, text]) => wanted.every((word) => text.includes(word))).map(([name]) => name),
  )
}

/** `create_wallet` is also typed `createWallet` and `create wallet`. */
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
