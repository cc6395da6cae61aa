/** Fetches the API description on demand and checks its shape. */
import { useSyncExternalStore } from 'react'
import { fetchJson } from '../shared/fetchJson.ts'
import type { ApiDescription } from './description.ts'
import { nameOf } from './fields.ts'

export type DescriptionState =
  | { readonly kind: 'unasked' | 'loading' }
  | { readonly kind: 'ready'; readonly description: ApiDescription }
  | { readonly kind: 'failed'; readonly error: Error }

export interface DescriptionFile {
  readonly state: () => DescriptionState
  /** Fetches the file, unless already loaded or loading. */
  readonly load: () => void
  /** @returns a function that unsubscribes */
  readonly subscribe: (changed: () => void) => () => void
}

export function descriptionFile(address: string): DescriptionFile {
  let state: DescriptionState = { kind: 'unasked' }
  const listeners = new Set<() => void>()
  const set = (next: DescriptionState) => {
    state = next
    for (const changed of listeners) changed()
  }
  return {
    state: () => state,
    load() {
      if (state.kind === 'loading' || state.kind === 'ready') return
      set({ kind: 'loading' })
      fetchJson<unknown>(address).then(
        (value) =>
          set(
            isDescription(value)
              ? { kind: 'ready', description: value }
              : { kind: 'failed', error: new Error(`${address} isn’t an API description`) },
          ),
        (error: Error) => set({ kind: 'failed', error }),
      )
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

export const useDescription = (file: DescriptionFile): DescriptionState =>
  useSyncExternalStore(file.subscribe, file.state)

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value)
const withMembers =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(members).every(([name, check]) => check(value[name]))

const isSchema: Check = (value) =>
  withMembers({
    $ref: optional(isText),
    properties: optional(mapOf(isSchema)),
    items: optional(isSchema),
    required: optional(listOf(isText)),
    enum: optional(Array.isArray),
    anyOf: optional(listOf(isSchema)),
    oneOf: optional(listOf(isSchema)),
  })(value)

const isContent = withMembers({
  content: withMembers({ 'application/json': withMembers({ schema: isSchema, example: isObject }) }),
})

const isOperation = withMembers({
  operationId: isText,
  summary: isText,
  tags: listOf(isText),
  security: optional(listOf(isObject)),
  requestBody: isContent,
  responses: withMembers({ 200: (value) => isContent(value) || withMembers({ $ref: isText })(value) }),
  'x-answer': optional(withMembers({ id: isText })),
  'x-call': withMembers({
    kind: isText,
    errors: listOf(isText),
    versions: optional(listOf(withMembers({ type: isText, intent: isText, result: optional(isText) }))),
  }),
})

const isError = withMembers({ message: isText, cause: isText, help: isText })

const hasMembers = withMembers({
  paths: mapOf(withMembers({ post: isOperation })),
  security: listOf(isObject),
  components: withMembers({
    schemas: mapOf(isSchema),
    responses: withMembers({ SubmittedActivity: isContent }),
    examples: mapOf(isObject),
  }),
  tags: listOf(withMembers({ name: isText, 'x-displayName': isText })),
  'x-errors': mapOf(isError),
  'x-errors-of-every-call': listOf(isText),
  'x-errors-of-every-submit': listOf(isText),
  'x-errors-of-policies': listOf(isText),
  'x-activities-without-path': listOf(
    withMembers({
      types: listOf(isText),
      summary: isText,
      instead: isText,
      parameters: withMembers({ $ref: isText }),
    }),
  ),
})

/** Whether the value has all members and schemas that the reference reads. */
export function isDescription(value: unknown): value is ApiDescription {
  if (!hasMembers(value)) return false
  const { paths, components, 'x-activities-without-path': others } = value as ApiDescription
  const operations = Object.values(paths).map(({ post }) => post)
  // A response that submits share needs what differs from it.
  if (operations.some((post) => '$ref' in post.responses[200] && !post['x-answer'])) return false
  const versions = operations.flatMap((post) => post['x-call'].versions ?? [])
  return versions
    .flatMap(({ intent, result }) => [intent, ...(result ? [result] : [])])
    .concat(others.map(({ parameters }) => nameOf(parameters.$ref!)))
    .every((name) => Object.hasOwn(components.schemas, name))
}
