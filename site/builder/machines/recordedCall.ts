/** The recorded request and response of a call, which the reference shows next to its fields. */
import { openapi } from '@keywright/contract/reference'
import { abridged } from '@keywright/examples'
import type { ApiDescription, Operation } from '../../src/reference/description.ts'
import { whyOwnKey } from '../../src/reference/ownKey.ts'
import { codeBlock, words } from './markdownText.ts'

let operations: ReadonlyMap<string, Operation> | undefined

/** Returns Markdown blocks. */
export function recordedCall(name: string): string[] {
  operations ??= new Map(
    Object.values((openapi() as unknown as ApiDescription).paths).map(({ post }) => [post.operationId, post]),
  )
  const operation = operations.get(name)
  if (!operation) return []
  const { requestBody, responses } = operation
  const request = requestBody.content['application/json'].example
  const answer = responses[200].content['application/json'].example
  const why = whyOwnKey(name)
  return [
    ...block(why ? `Request. ${why}` : 'Request:', request),
    ...block('Recorded answer:', abridged(answer)),
  ]
}

const block = (label: string, value: unknown): string[] =>
  value === undefined ? [] : [words(label), codeBlock(JSON.stringify(value, null, 1), 'json')]
