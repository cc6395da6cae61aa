/** Which members of a schema are secret, and values without them. */
import { defOf, type Schema } from './define.ts'
import { secret } from './scalars.ts'

/** Replaces a secret. */
export const WITHHELD = '[withheld]'

/** Whether a value of the schema may contain a secret, at any depth. */
export function hasSecrets(schema: Schema): boolean {
  const known = found.get(schema)
  if (known !== undefined) return known
  const has = schema === secret || innerSchemas(schema).some(hasSecrets)
  found.set(schema, has)
  return has
}

/** A value of the schema with `WITHHELD` in place of each secret. Values other than objects and lists stay unchanged. */
export function withoutSecrets<T>(schema: Schema, value: T): T {
  if (value === null || value === undefined || !hasSecrets(schema)) return value
  if (schema === secret) return WITHHELD as T
  const { shape, element, innerType } = defOf(schema)
  if (innerType) return withoutSecrets(innerType, value)
  if (element) return (value as readonly unknown[]).map((item) => withoutSecrets(element, item)) as T
  const members = Object.entries(value).map(([name, member]) => {
    const of = shape?.[name]
    return [name, of ? withoutSecrets(of, member) : member]
  })
  return Object.fromEntries(members) as T
}

const found = new WeakMap<Schema, boolean>()

function innerSchemas(schema: Schema): Schema[] {
  const { shape, element, innerType } = defOf(schema)
  return [...Object.values(shape ?? {}), ...[element, innerType].filter((inner) => inner !== undefined)]
}
