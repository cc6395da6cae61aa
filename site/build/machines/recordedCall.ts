/** The recorded request and answer of one call, as the reference shows them beside its fields. */
import { openapi } from '@keywright/contract/reference'
import { abridged } from '@keywright/examples'
import type { RootContent } from 'mdast'
import type { ApiDescription, Operation } from '../../src/reference/description.ts'
import { whyOwnKey } from '../../src/reference/ownKey.ts'

let operations: ReadonlyMap<string, Operation> | undefined

export function recordedCall(name: string): RootContent[] {
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

const block = (label: string, value: unknown): RootContent[] =>
  value === undefined
    ? []
    : [
        { type: 'paragraph', children: [{ type: 'text', value: label }] },
        { type: 'code', lang: 'json', value: JSON.stringify(value, null, 1) },
      ]
