import type { ApiDescription, Operation } from './description.ts'

/** What a tool that stands beside a call is given. */
export interface CallToolProps {
  readonly path: string
  readonly operation: Operation
  readonly description: ApiDescription
}
