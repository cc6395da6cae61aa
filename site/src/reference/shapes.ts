/** The schemas of a call and of the whole reference. */
import {
  type ApiDescription,
  answerSchema,
  type CallVersion,
  type Operation,
  type Schema,
} from './description.ts'

/** Entities in responses, in order of appearance. */
const SHARED = [
  'Activity',
  'Vote',
  'Timestamp',
  'Status',
  'User',
  'ApiKey',
  'Authenticator',
  'Attestation',
  'Wallet',
  'WalletAccount',
  'PrivateKey',
  'Policy',
  'Selector',
  'SelectorV2',
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

/** The frame of every submit, with the members that differ. */
export function frameOf({ components: { schemas } }: ApiDescription): Schema {
  const { properties, required = [], ...frame } = schemas['SubmitFrame']!
  return {
    ...frame,
    properties: {
      type: { type: 'string', description: 'Activity type, including its version.' },
      ...properties,
      parameters: { type: 'object', description: 'The intent of the posted activity type.' },
    },
    required: ['type', ...required, 'parameters'],
  }
}

/** Enumerations with their members. Activity types are described by their calls. */
export const sharedEnums = ({ components: { schemas } }: ApiDescription): SharedEntity[] =>
  Object.keys(schemas)
    .filter((name) => schemas[name]!['x-enumDescriptions'])
    .map((name) => ({ name, title: name, anchor: `schema-${name}` }))

/** Request and response of a query, or parameters and result of every version of a submit. */
export function shapesOf(operation: Operation, description: ApiDescription): Schema[] {
  const { schemas } = description.components
  const versions = operation['x-call'].versions ?? []
  if (versions.length === 0)
    return [operation.requestBody.content['application/json'].schema, answerSchema(operation, description)]
  return versions.flatMap(({ intent, result }) => [schemas[intent]!, ...(result ? [schemas[result]!] : [])])
}

/** The version that examples post: the contract's choice, or else the newest. */
export function newestVersion({ versions, postedType }: Operation['x-call']): CallVersion | undefined {
  return versions?.find(({ type }) => type === postedType) ?? versions?.at(-1)
}
