/** Random requests from the JSON Schema of a request: valid ones, and ones with a change that may violate it. */
import fc from 'fast-check'
import type { Json, JsonObject } from '../badInput/places.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  /** Conditions, and schemas that this one extends. */
  readonly allOf?: readonly (Condition | Schema)[]
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
}

interface Condition {
  readonly if: Schema
  readonly then: Schema
}

type Components = Readonly<Record<string, unknown>>

/** Requests that fit the schema, half of them with one change. @param accepted a request whose texts are reused */
export function requestsOf(components: Components, schema: Schema, accepted: JsonObject): fc.Arbitrary<Json> {
  const chosen = schema.oneOf?.find((one) => fitsType(resolve(components, one), accepted)) ?? schema
  const valid = jsonOf(components, chosen, accepted)
  return fc.oneof(
    valid,
    fc.tuple(valid, fc.nat(), odd).map(([request, at, value]) => changed(request, at, value)),
  )
}

const fitsType = ({ properties }: Schema, accepted: JsonObject) =>
  properties?.['type']?.const === accepted['type']

/** Follows a reference, and merges the schemas that a schema extends. Conditions stay. */
function resolve(components: Components, { $ref, ...own }: Schema): Schema {
  const schema: Schema = { ...($ref && resolve(components, referred(components, $ref))), ...own }
  const extended = schema.allOf?.filter((part): part is Schema => !('if' in part)) ?? []
  if (extended.length === 0) return schema
  const parts = [schema, ...extended.map((part) => resolve(components, part))]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
    allOf: parts.flatMap(({ allOf = [] }) => allOf).filter((part) => 'if' in part),
  }
}

const referred = (components: Components, ref: string): Schema =>
  ref
    .split('/')
    .slice(3)
    .reduce((at, name) => (at as Components)[name], components as unknown) as Schema

/** Characters of one to four bytes, with those that have a meaning in JSON, templates, paths and mails. */
const unit = fc.constantFrom(...'azAZ09_-+.,:;/@%{}[]()<>\'"\\ éß山م🙂')
const freeText = fc.string({ unit, maxLength: 30 })
/** Building them takes longer than using them. */
const textsByPattern = new Map<string, fc.Arbitrary<string>>()

/** Texts that match. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = textsByPattern.get(pattern)
  if (known) return known
  const test = new RegExp(pattern, 'u')
  const isFree = /^\^\[\^[^\]]*\]\*\$$/.test(pattern)
  const texts = isFree
    ? freeText.filter((text) => test.test(text))
    : fc.stringMatching(test, { size: 'xsmall' })
  textsByPattern.set(pattern, texts)
  return texts
}

const odd: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom<(Json | undefined)[]>(
    undefined,
    '',
    'x',
    7,
    -1,
    true,
    [],
    {},
    'a\u202eb',
    '0x',
    'zz',
    '1e3',
    ['x'],
  ),
  freeText,
  fc.integer(),
)

function jsonOf(components: Components, given: Schema, accepted: Json | undefined): fc.Arbitrary<Json> {
  const schema = resolve(components, given)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return textOf(schema, typeof accepted === 'string' ? accepted : undefined)
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return listOf(components, schema, Array.isArray(accepted) ? accepted : [])
    default:
      return objectOf(components, schema, Object(accepted) as JsonObject)
  }
}

/** Texts of the accepted request name what exists, so they reach more rules. */
function textOf({ pattern, minLength = 0 }: Schema, accepted: string | undefined): fc.Arbitrary<string> {
  const made = (pattern === undefined ? freeText : matching(pattern)).filter(
    (text) => text.length >= minLength,
  )
  return accepted === undefined ? made : fc.oneof(fc.constant(accepted), fc.constant(accepted), made)
}

function listOf(components: Components, schema: Schema, accepted: readonly Json[]): fc.Arbitrary<Json> {
  const item = jsonOf(components, schema.items!, accepted[0])
  const bounds = { minLength: schema.minItems ?? 0, maxLength: 3 }
  return schema.uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds)
}

function objectOf(components: Components, schema: Schema, accepted: JsonObject): fc.Arbitrary<Json> {
  const { properties = {}, required = [], anyOf = [], dependentRequired = {}, allOf = [] } = schema
  const choices = anyOf.flatMap((one) => choicesOf(components, one))
  const members = (alternative: Schema) =>
    fc.record(
      Object.fromEntries(
        Object.entries({ ...properties, ...alternative.properties }).map(([name, member]) => [
          name,
          jsonOf(components, member, accepted[name]),
        ]),
      ),
      { requiredKeys: [...new Set([...required, ...(alternative.required ?? [])])] },
    ) as fc.Arbitrary<JsonObject>
  // Few of many, because building all takes longer than using one.
  const alternatives = choices.length > 0 ? choices.filter((_, n) => n < 2 || n % 12 === 0) : [{}]
  return fc
    .oneof(...alternatives.map(members))
    .map((object) => {
      const kept = { ...object }
      for (const [name, others] of Object.entries(dependentRequired)) {
        if (others.some((other) => !Object.hasOwn(kept, other))) delete kept[name]
      }
      return kept
    })
    .chain((object) =>
      allOf.reduce<fc.Arbitrary<JsonObject>>(
        (before, condition) =>
          before.chain((one) => conditioned(components, schema, condition as Condition, one, accepted)),
        fc.constant(object),
      ),
    )
}

/** The alternatives of a schema, those within an alternative included. */
function choicesOf(components: Components, given: Schema): Schema[] {
  const { anyOf, required = [], ...schema } = resolve(components, given)
  if (!anyOf) return [{ ...schema, required }]
  return anyOf.flatMap((one) =>
    choicesOf(components, one).map((inner) => ({
      ...inner,
      required: [...required, ...(inner.required ?? [])],
    })),
  )
}

/** Replaces the members that a condition restricts. */
function conditioned(
  components: Components,
  schema: Schema,
  { if: given, then }: Condition,
  object: JsonObject,
  accepted: JsonObject,
): fc.Arbitrary<JsonObject> {
  const applies = Object.entries(given.properties!).every(
    ([name, { const: value }]) => object[name] === value,
  )
  if (!applies) return fc.constant(object)
  const replaced = Object.entries(then.properties ?? {}).filter(
    ([name]) => Object.hasOwn(object, name) || then.required?.includes(name),
  )
  return fc
    .record(
      Object.fromEntries(
        replaced.map(([name, rule]) => {
          const member = resolve(components, schema.properties![name]!)
          const items = member.items && { items: { ...resolve(components, member.items), ...rule.items } }
          const merged: Schema = { ...member, ...resolve(components, rule), ...items }
          const isSame =
            accepted[name] !== undefined && JSON.stringify(object[name]) === JSON.stringify(accepted[name])
          return [
            name,
            jsonOf(components, merged, isSame && fits(merged, accepted[name]!) ? accepted[name] : undefined),
          ]
        }),
      ),
    )
    .map((members) => ({ ...object, ...members }))
}

const fits = ({ pattern }: Schema, value: Json): boolean =>
  typeof value !== 'string' || pattern === undefined || new RegExp(pattern, 'u').test(value)

/** A copy with another value at one of its places, removed for `undefined`, or with an unknown member. */
function changed(request: Json, at: number, value: Json | undefined): Json {
  const copy = structuredClone(request)
  const holders = holdersIn(copy)
  const [holder, member] = holders[at % holders.length]!
  if (value === undefined && !Array.isArray(holder)) delete holder[member]
  else holder[member] = value ?? null
  return copy
}

function holdersIn(json: Json): [JsonObject, string][] {
  if (typeof json !== 'object' || json === null) return []
  const holder = json as JsonObject
  const members = Object.keys(holder).flatMap((member) => [
    [holder, member] as [JsonObject, string],
    ...holdersIn(holder[member]!),
  ])
  return Array.isArray(json) ? members : [...members, [holder, 'unheardOf']]
}
