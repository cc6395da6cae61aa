/** The request of a page as a command, as its tab shows it. */
import { type CallName, calls } from '@keywright/contract'
import { type ExampleRequest, requestExamples } from '../reference/examples.ts'

/** The parent organization of every page. What names another one goes to a sub-organization. */
export const READERS_ORGANIZATION = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'

export function exampleOf(call: CallName, body: ExampleRequest['body']): ExampleRequest {
  const { kind, path } = calls[call]
  return { path, name: call, kind, body, isElsewhere: body['organizationId'] !== READERS_ORGANIZATION }
}

export const pageCommand = (request: ExampleRequest): string =>
  `npx ${requestExamples(request)['Command line']}`
