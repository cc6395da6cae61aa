/** The contract says what every id of an intent names. */
import { describe, expect, it } from 'vitest'
import { callList } from './calls.ts'
import { defOf, type Schema } from './define.ts'
import { idKindsOf } from './ids.ts'
import { id } from './scalars.ts'

const versions = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote'
    ? call.versions.map(({ type, intent }) => ({ type, intent }))
    : [],
)

/** Ids that other systems assign: a browser's credential, an application at an issuer, a mail template. */
const FOREIGN = ['credentialId', 'rawId', 'clientId', 'templateId']

describe('ids of intents', () => {
  it.each(versions)('$type names each by its kind', ({ intent }) => {
    expect(membersWithoutKind(intent)).toEqual([])
  })
})

/** Members that are ids, by their scalar or by their name, and say not of what. */
function membersWithoutKind(schema: Schema, path: readonly string[] = []): string[] {
  const member = path.at(-1) ?? ''
  const isId = (schema === id || /Ids?$/.test(member)) && !FOREIGN.includes(member)
  if (isId && idKindsOf(schema).size === 0) return [path.join('.')]
  const { shape, element, innerType } = defOf(schema)
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, inner]) => membersWithoutKind(inner, [...path, name])),
    ...[element, innerType].flatMap((inner) => (inner ? membersWithoutKind(inner, path) : [])),
  ]
}
