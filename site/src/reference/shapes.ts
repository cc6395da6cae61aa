/** The schemas of a call and of the whole reference. */
import type { ApiDescription, CallVersion, Operation, Schema } from './description.ts'

/** Entities in responses, in order of appearance. */
const SHARED = [
  'Activity',
  'Vote',
  'Timestamp',
  'Status',
  'User',
  'ApiKey',
  'Authenticator',
  'Wallet',
  'WalletAccount',
  'PrivateKey',
  'Policy',
  'Tag',
  'Pagination',
]

export interface SharedEntity {
  /** Schema name. */
  readonly name: string
  readonly title: string
  readonly anchor: string
}

export const sharedEntities = ({ components: { schemas } }: ApiDescription): SharedEntity[] =>
  SHARED.filter((name) => schemas[name]).map((name) => ({
    name,
    title: name === 'Status' ? 'Error' : name,
    anchor: `schema-${name}`,
  }))

/** Headings of the shared parts, in order of appearance. */
export const sharedHeadings = (description: ApiDescription) =>
  [
    { level: 'h2', anchor: 'shared-schemas', title: 'Shared schemas' },
    { level: 'h3', anchor: 'schema-frame', title: 'The frame of a submit' },
    ...sharedEntities(description).map(({ anchor, title }) => ({ level: 'h3', anchor, title }) as const),
    { level: 'h2', anchor: 'errors-of-every-call', title: 'Errors of every call' },
    { level: 'h3', anchor: 'errors-of-every-submit', title: 'Errors of every submit' },
    { level: 'h2', anchor: 'not-callable', title: 'Activity types without a call' },
  ] as const

/** Request and response of a query, or parameters and result of every version of a submit. */
export function shapesOf(operation: Operation, { components: { schemas } }: ApiDescription): Schema[] {
  const versions = operation['x-call'].versions ?? []
  if (versions.length === 0)
    return [
      operation.requestBody.content['application/json'].schema,
      operation.responses[200].content['application/json'].schema,
    ]
  return versions.flatMap(({ intent, result }) => [schemas[intent]!, ...(result ? [schemas[result]!] : [])])
}

/** The version that examples post: the contract's choice, or else the newest. */
export function newestVersion({ versions, postedType }: Operation['x-call']): CallVersion | undefined {
  return versions?.find(({ type }) => type === postedType) ?? versions?.at(-1)
}
