/** Reads what the SDK packages export, with TypeDoc. The result is the text of `site/src/mdx/sdkReference/symbols.jsonl`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Application,
  type Comment,
  type Context,
  Converter,
  DeclarationReflection,
  LogLevel,
  ParameterReflection,
  type ProjectReflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
  UnknownType,
} from 'typedoc'
import type { SdkCallable, SdkSymbol, SdkValue } from '../../../../site/src/mdx/sdkReference/symbols.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The file that the site reads. */
export const SYMBOLS_FILE = join(root, 'site/src/mdx/sdkReference/symbols.jsonl')

/** Source files of the public entry points, by the name to import. */
export function entryPoints(): ReadonlyMap<string, string> {
  const points = new Map<string, string>()
  for (const folder of readdirSync(join(root, 'sdk'))) {
    const { name, exports, keywright } = JSON.parse(
      readFileSync(join(root, 'sdk', folder, 'package.json'), 'utf8'),
    )
    for (const [path, file] of Object.entries<string>(exports))
      if (!keywright?.internal?.includes(path)) points.set(name + path.slice(1), join('sdk', folder, file))
  }
  return points.set('keywright/testing', 'sdk/testing/src/index.ts')
}

/** Runs TypeDoc on all entry points. */
export async function readProject(): Promise<ProjectReflection> {
  const app = await Application.bootstrap({
    entryPoints: [...entryPoints().values()].map((file) => join(root, file)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    basePath: root,
    readme: 'none',
    sort: ['source-order'],
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    skipErrorChecking: true,
    logLevel: LogLevel.Error,
  })
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, readTuples)
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc could not read the SDK packages')
  return project
}

/** Takes read-only tuples from the source, because TypeDoc drops their names, optional elements and rest. */
function readTuples(context: Context): void {
  for (const reflection of Object.values(context.project.reflections)) {
    if (!(reflection instanceof DeclarationReflection || reflection instanceof ParameterReflection)) continue
    if (!String(reflection.type).includes('readonly [')) continue
    const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? []
    const { type: node } = (declaration ?? {}) as { type?: { getText(): string } }
    if (!node) throw new Error(`${reflection.getFullName()} has a tuple whose source is not found`)
    reflection.type = new UnknownType(node.getText().replaceAll(/\s+/g, ' '))
  }
}

/** One line of JSON per exported symbol, without the calls and types that the API reference lists. */
export function symbolLines(project: ProjectReflection): string {
  const lines = [...entryPoints()].flatMap(([entry, file]) => {
    const module = project.children!.find(({ sources }) => sources?.[0]?.fileName === file)
    // TypeDoc gives the comment of the file to the first undocumented exports.
    const header = /^\/\*\* (.*) \*\/$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
    return (module?.children ?? [])
      .filter((symbol) => isListed(symbol))
      .map((symbol) => ({ entry, ...symbolOf(symbol) }))
      .map(({ text, ...rest }) => JSON.stringify(text === header ? rest : { text, ...rest }))
  })
  return `${lines.join('\n')}\n`
}

/** Leaves out generated calls, repeated exports, and types that only compute other types. */
function isListed({ kind, sources, type, typeParameters }: DeclarationReflection): boolean {
  if (kind === ReflectionKind.Reference || sources?.[0]?.fileName.includes('/generated/')) return false
  return !(kind === ReflectionKind.TypeAlias && (typeParameters || type?.type === 'typeOperator'))
}

function symbolOf(symbol: DeclarationReflection): Omit<SdkSymbol, 'entry'> {
  const { name, kind, comment, type, signatures } = symbol
  const about = { name, ...textOf(comment) }
  if (kind === ReflectionKind.Function) {
    const [signature] = signatures!
    const values = signature!.type?.type === 'reflection' ? flatten(signature!.type.declaration) : []
    return {
      ...about,
      kind: 'function',
      calls: [callableOf(signature!)],
      ...(values.length > 0 && { values }),
    }
  }
  if (kind === ReflectionKind.Variable) return { ...about, kind: 'constant', type: String(type) }
  if (kind === ReflectionKind.TypeAlias) {
    const values = type?.type === 'union' ? alternativesOf(type) : []
    return { ...about, kind: 'type', ...(values.length > 0 ? { values } : { type: String(type) }) }
  }
  const isClass = kind === ReflectionKind.Class
  // TypeDoc calls the constructor of a class inherited if an interface of the same name extends others.
  const file = symbol.sources?.[0]?.fileName
  const own = (symbol.children ?? []).filter(
    ({ inheritedFrom, kind, signatures }) =>
      !inheritedFrom ||
      (kind === ReflectionKind.Constructor && signatures?.[0]?.sources?.[0]?.fileName === file),
  )
  const bases = (symbol.extendedTypes ?? []).map(String)
  const isError = bases.some((base) => /Error\b/.test(base))
  const methods = own.flatMap(({ kind, signatures = [] }) =>
    kind === ReflectionKind.Constructor && isError ? [] : signatures,
  )
  const values = own
    .filter((member) => !member.signatures && !(isError && member.name === 'name'))
    .flatMap((member) => flattenMember(member))
  return {
    ...about,
    kind: isClass ? 'class' : 'type',
    ...(bases.length > 0 && { extends: bases }),
    ...(methods.length > 0 && { calls: methods.map(callableOf) }),
    ...(values.length > 0 && { values }),
  }
}

function callableOf(signature: SignatureReflection): SdkCallable {
  const { comment, parameters = [], typeParameters = [], type, kind, parent } = signature
  const name = kind === ReflectionKind.ConstructorSignature ? `new ${parent.parent!.name}` : parent.name
  const generics = typeParameters
    .map(({ name, type }) => (type ? `${name} extends ${type}` : name))
    .join(', ')
  const inputs = parameters.map((one) => {
    const { optional, default: _, ...value } = inputOf(one)
    return `${value.name}${optional ? '?' : ''}: ${value.type}`
  })
  const oneLine = `${name}${generics && `<${generics}>`}(${inputs.join(', ')})`
  const head =
    oneLine.length <= 72 ? oneLine : oneLine.replace(/\(.*\)$/s, `(\n  ${inputs.join(',\n  ')},\n)`)
  const result = kind === ReflectionKind.ConstructorSignature ? '' : `: ${resultOf(type)}`
  const returns = tagOf(comment, '@returns')
  const throws = tagOf(comment, '@throws')
  return {
    name: kind === ReflectionKind.ConstructorSignature ? 'constructor' : name,
    signature: head + result,
    ...textOf(comment),
    params: parameters.flatMap(paramsOf),
    ...(returns && { returns }),
    ...(throws && { throws }),
  }
}

/** The result's type. The members of an object with methods have their own rows. */
const resultOf = (type: SomeType | undefined): string =>
  type?.type === 'reflection' && type.declaration.children ? 'object' : String(type)

function inputOf({ name, type, flags, defaultValue, comment, parent }: ParameterReflection): SdkValue {
  const isComponent = parent?.kind === ReflectionKind.CallSignature && /^[A-Z]/.test(parent.name)
  return {
    ...described(comment),
    // TypeDoc abbreviates an expression.
    ...(defaultValue !== undefined &&
      !['{}', '...'].includes(defaultValue) && { default: `\`${defaultValue.replaceAll("'", '')}\`` }),
    // TypeDoc names destructured parameters like this.
    name:
      name === '__namedParameters' ? (isComponent ? 'props' : 'options') : flags.isRest ? `...${name}` : name,
    type: String(type),
    ...((flags.isOptional || defaultValue !== undefined) && { optional: true }),
  }
}

/** A parameter, or the members of its object type. */
function paramsOf(parameter: ParameterReflection): SdkValue[] {
  const { type } = parameter
  const parts = type?.type === 'intersection' ? type.types : [type]
  const members = parts.flatMap((part) =>
    part?.type === 'reflection' ? (part.declaration.children ?? []).map(propertyOf) : [],
  )
  const whole = inputOf(parameter)
  return [whole, ...members.map((member) => ({ ...member, name: `${whole.name}.${member.name}` }))]
}

function propertyOf({ name, type, flags, comment }: DeclarationReflection): SdkValue {
  return { ...described(comment), name, type: String(type), ...(flags.isOptional && { optional: true }) }
}

const flatten = ({ children = [] }: DeclarationReflection, path = ''): SdkValue[] =>
  children.flatMap((child) => flattenMember(child, path))

/** A member, or the members of the object that it is, such as `clock.advance`. */
function flattenMember(member: DeclarationReflection, path = ''): SdkValue[] {
  const name = path + member.name
  const inner = member.type?.type === 'reflection' ? member.type.declaration : undefined
  if (inner?.children) return flatten(inner, `${name}.`)
  const signature = member.signatures?.[0]
  if (!signature) return [{ ...propertyOf(member), name }]
  const { text, throws, signature: type } = callableOf(signature)
  return [{ name, type: type.replace(/^\w+/, ''), ...(text && { text }), ...(throws && { throws }) }]
}

/** The alternatives of a union of texts, such as the codes of an error. */
function alternativesOf({ types, elementSummaries = [] }: Extract<SomeType, { type: 'union' }>): SdkValue[] {
  if (!types.every((one) => one.type === 'literal')) return []
  return types.map((one, index) => ({
    name: String((one as { readonly value: unknown }).value),
    type: '',
    ...(elementSummaries[index] && { text: joined(elementSummaries[index]) }),
  }))
}

function textOf(comment: Comment | undefined): { text?: string; example?: string } {
  const text = comment && joined(comment.summary)
  const example = tagOf(comment, '@example')?.replace(/^```\w*\n|\n```$/g, '')
  return { ...(text && { text }), ...(example && { example }) }
}

/** Takes the default out of the text of a member: "Default: 3." */
function described(comment: Comment | undefined): Pick<SdkValue, 'text' | 'default'> {
  const [, before, value, after = ''] = /^(.*?)\s*(?:\bDefault: (.+?)\.?(?:(?<=\.) (.*))?)?$/s.exec(
    textOf(comment).text ?? '',
  )!
  const text = `${before} ${after}`.trim()
  return { ...(text && { text }), ...(value && { default: value }) }
}

const tagOf = (comment: Comment | undefined, tag: `@${string}`): string | undefined => {
  const block = comment?.getTag(tag)
  return block && joined(block.content)
}

/** Joins the lines of a comment, but not those of code. */
const joined = (parts: Comment['summary']): string =>
  parts
    .map(({ kind, text }) => (kind === 'code' && text.startsWith('```') ? text : text.replaceAll('\n', ' ')))
    .join('')
    .trim()
