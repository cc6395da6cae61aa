/**
 * Writes `src/generated/` from the contract: plain types with their words, one function for each call, the methods of
 * the class. So nobody who installs the client installs the schemas, and editors show what a member means.
 *
 *   npx tsx sdk/client/build/generate.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type ActivityType,
  type Call,
  callList,
  type EntityName,
  type EnumName,
  entities,
  enums,
  errors,
  memberKey,
} from '@keywright/contract'
import {
  callWords,
  describeCallField,
  describeEntityField,
  describeEnum,
  entityWords,
  type FieldInfo,
  fieldInfosOf,
  fieldInfosOfEntity,
  type TypeInfo,
} from '@keywright/contract/reference'

const NOTICE = 'Written by build/generate.ts from the contract: change that, and run it again.'

const isVote = (call: Call) => call.kind === 'submit' && call.authority === 'vote'
type AnySubmit = Extract<Call, { kind: 'submit' }>
const allSubmits = callList.filter((call): call is AnySubmit => call.kind === 'submit')
const submits = allSubmits.filter((call) => !isVote(call))
const votes = allSubmits.filter(isVote)
const queries = callList.filter((call) => call.kind === 'query')

/** Every generated file by its name below `src/generated/`. */
export const generate = (): Readonly<Record<string, string>> => ({
  'types.ts': typesFile(),
  'calls.ts': callsFile(),
  'methods.ts': methodsFile(),
})

// ─── types.ts ───

function typesFile(): string {
  return [
    `/** Every entity, enumeration, request and answer of the API. ${NOTICE} */`,
    ...(Object.keys(enums) as EnumName[]).map(
      (name) => `/** ${describeEnum(name)} */\nexport type ${name} =\n${union(enums[name])}`,
    ),
    `/** Names of the error catalogue. */\nexport type ErrorCode =\n${union(Object.keys(errors))}`,
    ...(Object.keys(entities) as EntityName[]).map((name) =>
      interfaceOf(name, entityWords[name].summary, fieldInfosOfEntity(name), (field) =>
        describeEntityField(name, field),
      ),
    ),
    ...queries.flatMap((call) => [
      partOf(call, pascal(`${call.name}_request`), 'Asks', fieldInfosOf(call.request as never)),
      partOf(call, pascal(`${call.name}_response`), 'Answer of', fieldInfosOf(call.response as never)),
    ]),
    ...[...submits, ...votes].flatMap((call) =>
      call.versions.flatMap((version) => [
        partOf(call, intentName(version.type), 'Parameters of', fieldInfosOf(version.intent as never)),
        ...(version.resultKey === null
          ? []
          : [partOf(call, resultName(version.type), 'Result of', fieldInfosOf(version.result as never))]),
      ]),
    ),
    `/** Every entity by its name. */\nexport interface EntitiesByName {\n${Object.keys(entities)
      .map((name) => `  ${name}: ${name}`)
      .join('\n')}\n}`,
    `/** Request and answer of each query. */\nexport interface Queries {\n${queries
      .map(
        ({ name }) =>
          `  ${name}: { request: ${pascal(`${name}_request`)}; response: ${pascal(`${name}_response`)} }`,
      )
      .join('\n')}\n}`,
    `/** Accepted versions of each submit, and the newest, which the short form posts. */\nexport interface Submits {\n${submits.map(submitEntry).join('\n')}\n}`,
    `/** Parameters of each vote. */\nexport interface Votes {\n${votes
      .map(({ name, postedType }) => `  ${name}: ${intentName(postedType)}`)
      .join('\n')}\n}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n')
}

function submitEntry({ name, postedType, versions }: AnySubmit): string {
  const rows = versions.map(
    ({ type }) => `      ${type}: { intent: ${intentName(type)}; result: ${resultName(type)} }`,
  )
  return `  ${name}: {\n    newest: '${postedType}'\n    versions: {\n${rows.join('\n')}\n    }\n  }`
}

/** An entity of the same name has the same members, and stands already. */
function partOf(call: Call, name: string, what: string, fields: readonly FieldInfo[]): string {
  if (name in entities) {
    const same = JSON.stringify(fieldInfosOfEntity(name as EntityName)) === JSON.stringify(fields)
    if (!same) throw new Error(`${name} is an entity with other members`)
    return ''
  }
  return interfaceOf(name, `${what} \`${call.name}\`.`, fields, (field) =>
    describeCallField(call.name, field),
  )
}

function interfaceOf(
  name: string,
  summary: string,
  fields: readonly FieldInfo[],
  describe: (field: string) => string,
): string {
  if (fields.length === 0) return `/** ${summary} */\nexport type ${name} = Record<never, never>`
  const members = fields.map(
    ({ name: member, type, required, nullable }) =>
      `  /** ${describe(member)} */\n  ${member}${required ? '' : '?'}: ${typeOf(type)}${nullable ? ' | null' : ''}`,
  )
  return `/** ${summary} */\nexport interface ${name} {\n${members.join('\n')}\n}`
}

function typeOf(type: TypeInfo): string {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.scalar] ?? 'string'
    case 'list':
      return `${typeOf(type.item)}[]`
    case 'members':
      return 'Record<string, unknown>'
    default:
      return type.name
  }
}

const SCALARS: Readonly<Record<string, string>> = {
  int32: 'number',
  mnemonicLength: 'number',
  threshold: 'number',
  otpLength: 'number',
  flag: 'boolean',
}

// ─── calls.ts ───

function callsFile(): string {
  const lines = callList.map((call) => {
    const kind = call.kind === 'query' ? 'query' : isVote(call) ? 'vote' : 'submit'
    const version = call.kind === 'submit' ? call.versions.at(-1)!.version : 1
    const rest = version === 1 ? '' : `, ${version}`
    return `${docOf(call)}\nexport const ${camel(call.name)} = /* @__PURE__ */ ${kind}('${call.name}'${rest})`
  })
  return `/** One function for each call: import those that you use. ${NOTICE} */\nimport { query, submit, vote } from '../call.ts'\n\n${lines.join('\n\n')}\n`
}

// ─── methods.ts ───

function methodsFile(): string {
  const kindOf = (call: Call) => (call.kind === 'query' ? 'Query' : isVote(call) ? 'Vote' : 'Submit')
  const members = callList.flatMap((call) => [
    `${docOf(call, '  ')}\n  ${camel(call.name)}: ${kindOf(call)}Method<'${call.name}'>`,
    `  /** Signs \`${call.name}\` without sending it. */\n  ${camel(`stamp_${call.name}`)}: Stamp${kindOf(call)}Method<'${call.name}'>`,
  ])
  const imports = ['Query', 'Submit', 'Vote']
    .flatMap((kind) => [`${kind}Method`, `Stamp${kind}Method`])
    .sort()
  return `/** The methods of the client, two for each call. ${NOTICE} */\nimport type {\n${imports.map((name) => `  ${name},`).join('\n')}\n} from '../method.ts'\n\nexport interface Methods {\n${members.join('\n')}\n}\n`
}

function docOf(call: Call, indent = ''): string {
  const { summary, description, errors: own = [] } = callWords[call.name]
  const lines = [
    summary,
    '',
    description,
    ...(own.length > 0 ? ['', `@throws ApiError ${own.map((code) => `\`${code}\``).join(', ')}`] : []),
    `@see /api/#${call.name}`,
  ]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

// ─── names ───

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const pascal = (name: string) => capital(camel(name))
const intentName = (type: ActivityType) => capital(memberKey(type, 'Intent'))
const resultName = (type: ActivityType) => capital(memberKey(type, 'Result'))

function union(members: readonly string[]): string {
  return members.map((member) => `  | '${member}'`).join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(generate())) {
    writeFileSync(new URL(`../src/generated/${file}`, import.meta.url), text)
  }
}
