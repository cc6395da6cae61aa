/** A request as a call of the Go client. */
import { goName, unversioned } from '@keywright/contract/go-names'
import type { ApiDescription, Operation, Schema } from './description.ts'
import { resolve } from './fields.ts'

type Schemas = ApiDescription['components']['schemas']
type Body = Readonly<Record<string, unknown>>

/**
 * The typed call, such as `client.CreateWallet(ctx, keywright.CreateWalletParams{…})`. Methods post the newest version
 * of a call, so a body of an older version, or one whose members don't fit, is undefined.
 */
export function typedCall(
  body: Body,
  operation: Operation,
  { components: { schemas } }: ApiDescription,
): string | undefined {
  const { kind, versions } = operation['x-call']
  const method = goName(operation.operationId)
  const version = versions?.at(-1)
  if (kind === 'submit' && body['type'] !== version?.type) return
  const asked = version ? schemas[version.intent]! : operation.requestBody.content['application/json'].schema
  const schema = resolve(asked, schemas)
  const names = Object.keys(schema.properties ?? {})
  if (names.every((name) => FRAME.includes(name))) return `client.${method}(ctx)`
  const isFilter = ([name]: [string, unknown]) => !FRAME.includes(name)
  const given = version ? body['parameters'] : Object.fromEntries(Object.entries(body).filter(isFilter))
  const params = structOf(`${method}Params`, schema, given, schemas)
  return params && `client.${method}(ctx, ${params})`
}

/** Members of a query that the client adds. */
const FRAME = ['organizationId', 'timestampMs', 'callPath']

function structOf(name: string, schema: Schema, value: unknown, schemas: Schemas): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const members: [name: string, text: string][] = []
  for (const [member, part] of Object.entries(value)) {
    const of = schema.properties?.[member]
    const text = of && textOf(of, part, schema.required?.includes(member) === true, schemas)
    if (text === undefined) return
    members.push([`${goName(member)}:`, text])
  }
  return block(`keywright.${name}`, aligned(members))
}

/** As gofmt aligns them: values of neighboring lines start in one column. */
function aligned(members: readonly (readonly [name: string, text: string])[]): string[] {
  const isLong = (index: number) => members[index]?.[1].includes('\n') ?? true
  return members.map(([name, text], index) => {
    if (isLong(index)) return `${name} ${text},`
    let [first, last] = [index, index]
    while (!isLong(first - 1)) first--
    while (!isLong(last + 1)) last++
    const width = Math.max(...members.slice(first, last + 1).map(([{ length }]) => length))
    return `${name.padEnd(width)} ${text},`
  })
}

const block = (type: string, lines: readonly string[]) =>
  lines.length === 0 ? `${type}{}` : `${type}{\n${lines.map(indented).join('\n')}\n}`

/** Replaces a reference to anything but an object or an enumeration, because only those have types in Go. */
function withoutAlias(schema: Schema, schemas: Schemas): Schema {
  const target = resolve(schema, schemas)
  return target.properties || target.enum ? schema : target
}

/** The name of the schema that a member refers to. */
const entityOf = ({ $ref }: Schema) => $ref?.split('/').at(-1)
const indented = (text: string) => text.replace(/^/gm, '\t')

/** A value of a member; an optional one is a pointer. */
function textOf(place: Schema, value: unknown, isRequired: boolean, schemas: Schemas): string | undefined {
  const schema = withoutAlias(place, schemas)
  const pointer = (text: string) => (isRequired ? text : `new(${text})`)
  const name = entityOf(schema)
  const target = name === undefined ? schema : schemas[name]!
  if (Array.isArray(value)) return listOf(schema.items, value, schemas)
  if (typeof value === 'boolean') return pointer(String(value))
  if (typeof value === 'number') return pointer(String(value))
  if (typeof value === 'string') {
    if (schema.format === 'uint64') return isRequired ? value : `new(uint64(${value}))`
    if (name === undefined || isRequired) return pointer(JSON.stringify(value))
    return `new(keywright.${goName(unversioned(name))}(${JSON.stringify(value)}))`
  }
  if (name === undefined) return `json.RawMessage(\`${JSON.stringify(value)}\`)`
  const struct = structOf(goName(unversioned(name)), target, value, schemas)
  return struct && (isRequired ? struct : `&${struct}`)
}

function listOf(items: Schema | undefined, values: readonly unknown[], schemas: Schemas): string | undefined {
  const name = items && entityOf(withoutAlias(items, schemas))
  const type = name === undefined ? 'string' : `keywright.${goName(unversioned(name))}`
  const texts = values.map((value) => items && textOf(items, value, true, schemas))
  if (texts.includes(undefined)) return
  // In a list, Go knows the type of each struct.
  const elements = texts.map((text) => (text!.startsWith(`${type}{`) ? text!.slice(type.length) : text!))
  const isShort = elements.every((text) => !text.includes('\n')) && elements.join().length < 60
  return isShort
    ? `[]${type}{${elements.join(', ')}}`
    : block(
        `[]${type}`,
        elements.map((text) => `${text},`),
      )
}
