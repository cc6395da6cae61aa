import type { ApiDescription, Operation } from './description.ts'

/** Props of a tool next to a call. */
export interface CallToolProps {
  readonly path: string
  readonly operation: Operation
  readonly description: ApiDescription
}
