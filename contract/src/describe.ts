/** Finds the description of a member: its owner’s own, else the shared description of its name. */
import type { CallName } from './calls.ts'
import { findCallOfType } from './calls.ts'
import type { EntityName } from './entities.ts'
import { type EnumName, enums } from './enums.ts'
import { callWords, entityWords, enumWords, fieldWords } from './words.ts'

/** @throws Error for a member without a description, which a test prevents */
export function describeEntityField(entity: EntityName, field: string): string {
  return wordsOr(entityWords[entity].fields?.[field], entity, field)
}

/** @throws Error for a member without a description, which a test prevents */
export function describeCallField(call: CallName, field: string): string {
  return wordsOr(callWords[call].fields?.[field], call, field)
}

/** Description of a member of an enumeration. Activity types have the description of their call. */
export function describeEnumMember(name: EnumName, member: string): string {
  if (name === 'ActivityType') {
    const call = findCallOfType(member)!
    const version = /_V(\d+)$/.exec(member)?.[1] ?? '1'
    return `Version ${version} of \`${call.name}\`.`
  }
  return (enumWords[name].members as Readonly<Record<string, string>>)[member]!
}

/** Purpose of an enumeration. */
export const describeEnum = (name: EnumName): string =>
  name === 'ActivityType' ? 'Type of a submit request, including its version.' : enumWords[name].summary

/** All members of an enumeration with their descriptions. */
export const describeEnumMembers = (name: EnumName): { name: string; description: string }[] =>
  enums[name].map((member) => ({ name: member, description: describeEnumMember(name, member) }))

function wordsOr(own: string | undefined, owner: string, field: string): string {
  const words = own ?? fieldWords[field]
  if (words === undefined) throw new Error(`no words about ${owner}.${field}`)
  return words
}
