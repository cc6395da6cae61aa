/** The cursor of a list: what to ask for after the page that is shown. */
import type { Json, JsonObject } from '../../reference/try/bodyForm.ts'

export interface AnswerPage {
  /** `users`, `activities` … */
  readonly member: string
  readonly count: number
  /** Ids of its ends; undefined for a page without entries. */
  readonly first: string | undefined
  readonly last: string | undefined
}

/** undefined for an answer that holds no list */
export function pageOf(answer: Json): AnswerPage | undefined {
  const entry = Object.entries(Object(answer)).find(([, value]) => Array.isArray(value))
  if (!entry) return undefined
  const [member, list] = entry as [string, readonly Json[]]
  return { member, count: list.length, first: idOf(list[0]), last: idOf(list.at(-1)) }
}

/** An entry is its id, or has it: `id`, else the first member that is called so. */
function idOf(entry: Json): string | undefined {
  if (typeof entry === 'string') return entry
  const { id, ...members } = Object(entry)
  const found =
    id ?? Object.entries(members).find(([name]) => name.endsWith('Id') && name !== 'organizationId')?.[1]
  return typeof found === 'string' ? found : undefined
}

/** The same request for the page before or after. */
export function turned(value: JsonObject, way: 'before' | 'after', id: string): JsonObject {
  const { before: _b, after: _a, ...rest } = Object(value['paginationOptions']) as Record<string, Json>
  return { ...value, paginationOptions: { ...rest, [way]: id } }
}
