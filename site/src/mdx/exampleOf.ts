/** Converts a page's request to the form that the tabs show. */
import { type CallName, calls } from '@keywright/contract'
import { type ExampleRequest, isElsewhere } from '../reference/examples.ts'

export function exampleOf(call: CallName, body: ExampleRequest['body']): ExampleRequest {
  const { kind, path } = calls[call]
  return { path, name: call, kind, body, isElsewhere: isElsewhere(body) }
}
