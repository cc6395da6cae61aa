/** In-place search of the reference: every word must be found somewhere in what the call says. */
import type { IndexedCall } from './callIndex.ts'
import type { ApiDescription, Operation, Schema } from './description.ts'
import { resolve } from './fields.ts'
import { shapesOf } from './shapes.ts'

const DEPTH = 3

/** What stands around a name in a request line, in code and in the reference's own links, and tells no call from another. */
const AROUND = /\bpost (?=\/)|\bawait\b|\bclient\.|\.(?:request|answer|parameters|result)\b/g

/** For each call, the lower-case text that the filter looks through: names, types, summary, field names, errors. */
export function wordsOfCalls(description: ApiDescription): ReadonlyMap<string, string> {
  const {
    paths,
    tags,
    components: { schemas },
  } = description
  const titles = new Map(tags.map((tag) => [tag.name, tag['x-displayName']]))
  return new Map(
    Object.entries(paths).map(([path, { post }]) => {
      const versions = post['x-call'].versions ?? []
      const words = [
        path,
        spellings(post),
        ...post.tags.map((tag) => titles.get(tag) ?? tag),
        post.summary,
        post.description ?? '',
        ...versions.map(({ type }) => type),
        ...post['x-call'].errors,
        ...shapesOf(post, description).flatMap((shape) => namesIn(shape, schemas, DEPTH)),
      ]
      return [post.operationId, [...new Set(words.join(' ').toLowerCase().split(/\s+/))].join(' ')]
    }),
  )
}

/** Names of the calls that hold every word of the query; all of them for an empty one. */
export function findCalls(calls: readonly IndexedCall[], query: string): ReadonlySet<string> {
  // Punctuation is how a name was written where it was copied, and no part of it.
  const wanted = query
    .toLowerCase()
    .replace(AROUND, ' ')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
  return new Set(
    calls.filter(({ words }) => wanted.every((word) => words.includes(word))).map(({ name }) => name),
  )
}

/** `create_wallet` is also typed `createWallet` and `create wallet`. */
function spellings({ operationId }: Operation): string {
  return [operationId, operationId.replaceAll('_', ''), operationId.replaceAll('_', ' ')].join(' ')
}

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
