/** Derives the index of the calls from the description, at build. */
import type { CallIndex } from './callIndex.ts'
import { type ApiDescription, groupCalls } from './description.ts'
import { wordsOfCalls } from './findCalls.ts'
import { partOfTag } from './parts.ts'

export function indexOf(description: ApiDescription): CallIndex {
  const words = wordsOfCalls(description)
  return {
    groups: groupCalls(description).map(({ title, anchor, resources }) => ({
      title,
      anchor,
      resources: resources.map(({ title: resource, tag, calls }) => ({
        title: resource,
        part: partOfTag(tag),
        calls: calls.map(({ path, operation: { operationId: name, summary, 'x-call': call } }) => ({
          name,
          path,
          summary,
          kind: call.kind,
          era: call.era,
          types: call.versions?.map(({ type }) => type) ?? [],
          words: words.get(name)!,
        })),
      })),
    })),
  }
}
