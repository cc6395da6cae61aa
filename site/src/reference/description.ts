/** Types of the API description: OpenAPI 3.1 with the contract's extensions. */
import type { RecordedAnswer, Voters } from '@keywright/contract/answers'

/** Label for additions to the protocol after December 2024. */
export const LATER = 'newer protocol'

export interface ApiDescription {
  readonly info: { readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>
  /** Of every operation without its own. */
  readonly security: readonly SecurityRequirement[]
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: { readonly SubmittedActivity: Response }
    readonly examples: Voters
  }
  readonly tags: readonly { readonly name: string; readonly 'x-displayName': string }[]
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly 'x-errors': Readonly<Record<string, CatalogError>>
  readonly 'x-errors-of-every-call': readonly string[]
  readonly 'x-errors-of-every-submit': readonly string[]
  readonly 'x-errors-of-policies': readonly string[]
  readonly 'x-activities-without-path': readonly UncallableActivity[]
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly SecurityRequirement[]
  readonly requestBody: Response
  /** Submits share one response. */
  readonly responses: { readonly 200: Response | { readonly $ref: string } }
  readonly 'x-call': CallFacts
  readonly 'x-answer'?: RecordedAnswer
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Response {
  readonly content: { readonly 'application/json': Content }
}

export interface Content {
  readonly schema: Schema
  readonly example: Readonly<Record<string, unknown>>
}

export interface CallFacts {
  readonly kind: 'query' | 'submit'
  readonly era?: 'later'
  readonly errors: readonly string[]
  readonly authority?: 'policy' | 'root' | 'vote'
  readonly resource?: string | null
  readonly action?: string | null
  readonly postedType?: string
  readonly versions?: readonly CallVersion[]
}

export interface CallVersion {
  readonly type: string
  readonly era?: 'later'
  /** Name of the schema of `parameters`. */
  readonly intent: string
  /** Name of the schema of the result; its member of `activity.result` begins with a lower-case letter. */
  readonly result?: string
}

/** Schema of an operation's response. */
export function answerSchema(operation: Operation, { components }: ApiDescription): Schema {
  const response = operation.responses[200]
  return ('content' in response ? response : components.responses.SubmittedActivity).content[
    'application/json'
  ].schema
}

export interface CatalogError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly cause: string
  readonly help: string
}

export interface UncallableActivity {
  readonly types: readonly string[]
  readonly summary: string
  readonly instead: string
  /** Intent of the newest type. */
  readonly parameters: Schema
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly (string | number)[]
  readonly const?: unknown
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly contentEncoding?: string
  readonly 'x-number-as-string'?: boolean
  readonly 'x-era'?: 'later'
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>
}

/** Calls of one resource. */
export interface Resource {
  readonly title: string
  readonly calls: readonly DescribedCall[]
}

export interface DescribedCall {
  readonly path: string
  readonly operation: Operation
}

export interface ResourceGroup {
  readonly title: string
  /** Heading id. */
  readonly anchor: string
  readonly resources: readonly Resource[]
}

/** Groups all calls by group and resource, in the description's order. */
export function groupCalls(description: ApiDescription): ResourceGroup[] {
  const all = Object.entries(description.paths).map(([path, { post }]) => ({ path, operation: post }))
  const titles = new Map(description.tags.map((tag) => [tag.name, tag['x-displayName']]))
  return description['x-tagGroups'].map(({ name, tags }) => ({
    title: name,
    anchor: name.toLowerCase().replaceAll(' ', '-'),
    resources: tags.map((tag) => ({
      title: titles.get(tag) ?? tag,
      calls: all.filter(({ operation }) => operation.tags[0] === tag),
    })),
  }))
}
