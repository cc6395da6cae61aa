/** Converts schemas to rows of a field tree. */
import type { Schema } from './description.ts'

export type Schemas = Readonly<Record<string, Schema>>

export interface FieldRow {
  readonly name: string
  readonly required: boolean
  /** Type in words: `string`, `list of Wallet`, `CURVE_… enumeration`. */
  readonly type: string
  /** The entity behind the type, if any. */
  readonly entity: string | undefined
  readonly description: string
  /** Bounds in words: `1 to 255 characters`. */
  readonly limits: readonly string[]
  readonly members: readonly { readonly value: string; readonly description: string }[]
  readonly default: string | undefined
  readonly later: boolean
  /** Schema of nested fields, if any. */
  readonly below: Schema | undefined
}

/** The fields of an object schema, required ones first. */
export function fieldsOf(schema: Schema, schemas: Schemas): FieldRow[] {
  const object = resolve(schema, schemas)
  const required = new Set(object.required ?? [])
  const rows = Object.entries(object.properties ?? {}).map(([name, field]) =>
    rowOf(name, field, required.has(name), schemas),
  )
  return [...rows.filter((row) => row.required), ...rows.filter((row) => !row.required)]
}

/** Follows references. The referring schema's description takes precedence. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema
  const target = schemas[nameOf(schema.$ref)]
  if (!target) throw new Error(`the description has no schema \`${schema.$ref}\``)
  const { $ref: _, ...own } = schema
  return { ...resolve(target, schemas), ...own }
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

function rowOf(name: string, schema: Schema, required: boolean, schemas: Schemas): FieldRow {
  const field = resolve(schema, schemas)
  const item = field.items && resolve(field.items, schemas)
  const leaf = item ?? field
  const entity = entityOf(field.items ?? schema, schemas)
  return {
    name,
    required,
    type: item ? `list of ${typeOf(field.items!, item)}` : typeOf(schema, field),
    entity,
    description: schema.description ?? field.description ?? '',
    limits: [...limitsOf(field), ...(item ? limitsOf(item) : [])],
    members: membersOf(leaf),
    default: field.default === undefined ? undefined : JSON.stringify(field.default),
    later: field['x-era'] === 'later',
    below: leaf.properties ? leaf : undefined,
  }
}

function entityOf(schema: Schema, schemas: Schemas): string | undefined {
  if (!schema.$ref) return undefined
  return resolve(schema, schemas).properties ? nameOf(schema.$ref) : undefined
}

function typeOf(place: Schema, schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum && schema.type === 'string') return place.$ref ? nameOf(place.$ref) : 'one of'
  if (schema.properties && place.$ref) return nameOf(place.$ref)
  if (schema['x-number-as-string']) return 'number as string'
  if (schema.format === 'uuid') return 'string (UUID)'
  if (schema.contentEncoding === 'base16') return 'string (hex)'
  if (schema.contentEncoding) return `string (${schema.contentEncoding})`
  const either = schema.anyOf ?? schema.oneOf
  if (either)
    return [...new Set(either.map((one) => (one.$ref ? nameOf(one.$ref) : (one.type ?? 'any'))))].join(' or ')
  return schema.type ?? 'any'
}

function limitsOf(schema: Schema): string[] {
  const limits: string[] = []
  const bounds = (least: number | undefined, most: number | undefined, one = '', many = '') => {
    if (least === undefined && most === undefined) return
    const text =
      most === undefined
        ? `at least ${least}`
        : least === undefined
          ? `at most ${most}`
          : least === most
            ? `exactly ${most}`
            : `${least} to ${most}`
    limits.push(`${text} ${(most ?? least) === 1 ? one : many}`.trimEnd())
  }
  bounds(schema.minLength, schema.maxLength, 'character', 'characters')
  bounds(schema.minimum, schema.maximum)
  bounds(schema.minItems, schema.maxItems, 'entry', 'entries')
  if (schema.enum && schema.type !== 'string') limits.push(`one of ${schema.enum.join(', ')}`)
  return limits
}

function membersOf(schema: Schema): FieldRow['members'] {
  if (schema.type !== 'string' || !schema.enum) return []
  const words = schema['x-enumDescriptions'] ?? {}
  return schema.enum.map((value) => ({ value: String(value), description: words[value] ?? '' }))
}
