/**
 * The description in parts, cut at build: an index of all calls, a part for the calls of each resource, and one for what
 * they share. A part is a description, too; it has what is shown of its calls and no more.
 */
import type { ApiDescription, Schema } from './description.ts'
import { nameOf } from './fields.ts'
import { shapesOf, sharedEntities } from './shapes.ts'

/** Folder of the files. */
export const PARTS = '/api/calls'
export const INDEX = 'index'
/** Schemas, errors and activity types that belong to no one call. */
export const SHARED_PART = 'shared'

export const addressOfPart = (name: string, folder: string = PARTS): string => `${folder}/${name}.json`

export const partOfTag = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Every part by its name. */
export function partsOf(description: ApiDescription): Readonly<Record<string, ApiDescription>> {
  const parts: Record<string, ApiDescription> = { [SHARED_PART]: sharedPart(description) }
  for (const { name: tag } of description.tags) parts[partOfTag(tag)] = partOf(description, tag)
  return parts
}

function partOf(description: ApiDescription, tag: string): ApiDescription {
  const paths = Object.fromEntries(
    Object.entries(description.paths).filter(([, { post }]) => post.tags[0] === tag),
  )
  const operations = Object.values(paths).map(({ post }) => post)
  const versions = operations.flatMap((post) => post['x-call'].versions ?? [])
  const named = versions.flatMap(({ intent, result }) => [intent, ...(result ? [result] : [])])
  return {
    ...cut(
      description,
      [...named, ...operations.flatMap((post) => shapesOf(post, description))],
      [...operations.flatMap((post) => post['x-call'].errors), ...description['x-errors-of-policies']],
    ),
    paths,
  }
}

function sharedPart(description: ApiDescription): ApiDescription {
  return {
    ...cut(
      description,
      [FRAME, ...sharedEntities(description).map(({ name }) => name)],
      [...description['x-errors-of-every-call'], ...description['x-errors-of-every-submit']],
    ),
    'x-activities-without-path': description['x-activities-without-path'],
  }
}

/** The schema whose frame stands for that of every submit. */
export const FRAME = 'CreateWalletRequest'

/** The schemas that are named or given, with all that they refer to, and these errors. */
function cut(
  description: ApiDescription,
  roots: readonly (string | Schema)[],
  errors: readonly string[],
): ApiDescription {
  const names = new Set<string>()
  const { schemas } = description.components
  const enter = (name: string) => {
    if (names.has(name) || !schemas[name]) return
    names.add(name)
    walk(schemas[name])
  }
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value))
      if (key === '$ref' && typeof member === 'string') enter(nameOf(member))
      else walk(member)
  }
  for (const root of roots) typeof root === 'string' ? enter(root) : walk(root)
  const kept = <Value>(all: Readonly<Record<string, Value>>, wanted: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)))
  return {
    ...description,
    info: { ...description.info, description: '' },
    paths: {},
    components: { schemas: kept(schemas, names) },
    tags: [],
    'x-tagGroups': [],
    'x-errors': kept(description['x-errors'], new Set(errors)),
    'x-activities-without-path': [],
  }
}
