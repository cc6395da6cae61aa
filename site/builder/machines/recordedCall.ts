/** The recorded request and response of a call, which the reference shows next to its fields. */
import { answerOf } from '@keywright/contract/answers'
import { openapi } from '@keywright/contract/reference'
import { abridged } from '@keywright/examples'
import type { ApiDescription, Operation } from '../../src/reference/description.ts'
import { whyOwnKey } from '../../src/reference/ownKey.ts'
import { codeBlock, words } from './markdownText.ts'

let description: ApiDescription | undefined
let operations: ReadonlyMap<string, Operation> | undefined

/** Returns Markdown blocks. */
export function recordedCall(name: string): string[] {
  description ??= openapi() as unknown as ApiDescription
  operations ??= new Map(Object.values(description.paths).map(({ post }) => [post.operationId, post]))
  const operation = operations.get(name)
  if (!operation) return []
  const request = operation.requestBody.content['application/json'].example
  const answer = answerOf(operation, description)
  const why = whyOwnKey(name)
  return [
    ...block(why ? `Request. ${why}` : 'Request:', request),
    ...block('Recorded answer:', abridged(answer)),
  ]
}

const block = (label: string, value: unknown): string[] =>
  value === undefined ? [] : [words(label), codeBlock(JSON.stringify(value, null, 1), 'json')]
