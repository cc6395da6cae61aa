/** The request of a page, as its tabs show it. */
import { type CallName, calls } from '@keywright/contract'
import { type ExampleRequest, isElsewhere } from '../reference/examples.ts'

export function exampleOf(call: CallName, body: ExampleRequest['body']): ExampleRequest {
  const { kind, path } = calls[call]
  return { path, name: call, kind, body, isElsewhere: isElsewhere(body) }
}
