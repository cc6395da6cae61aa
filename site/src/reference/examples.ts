/** One request in several forms that send the same members. */
import type { ApiDescription, Operation } from './description.ts'
import { typedCall } from './goCode.ts'

export const EXAMPLE_LANGUAGES = ['JSON', 'curl', 'TypeScript', 'Command line', 'Go'] as const
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number]

/** The parent organization on all pages. Requests with another id go to a sub-organization. */
export const READERS_ORGANIZATION = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'

export const isElsewhere = (body: ExampleRequest['body']): boolean =>
  body['organizationId'] !== READERS_ORGANIZATION

export interface ExampleRequest {
  readonly path: string
  /** The call's name, such as `create_wallet`. */
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  readonly kind: 'query' | 'submit'
  /** Whether it names another organization than the one that client and command are set up for. */
  readonly isElsewhere?: boolean
  /** What typed calls are written from. */
  readonly call?: { readonly operation: Operation; readonly description: ApiDescription }
}

export function requestExamples(request: ExampleRequest): Readonly<Record<ExampleLanguage, string>> {
  return {
    JSON: pretty(request.body),
    curl: curlExample(request),
    TypeScript: typescriptExample(request),
    'Command line': commandExample(request),
    Go: goExample(request),
  }
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** The stamp comes from the environment. Create it over the same bytes, as with `keywright request --dry-run`. */
function curlExample({ path, body }: ExampleRequest): string {
  return [
    `curl --request POST "$KEYWRIGHT_BASE_URL${path}" \\`,
    '  --header "content-type: application/json" \\',
    '  --header "X-Stamp: $KEYWRIGHT_STAMP" \\',
    `  --data-binary ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}

/** Package to install. */
const CLIENT = '@keywright/client'
const STAMPER = '@keywright/client/api-key'

/** One call of an existing client. */
export function callExample(request: ExampleRequest): string {
  const input = inputOf(request)
  const argument = Object.keys(input).length === 0 ? '' : asObjectLiteral(input)
  return `const answer = await client.${methodOf(request.name)}(${argument})`
}

function typescriptExample(request: ExampleRequest): string {
  return [
    `import { ApiKeyStamper } from '${STAMPER}'`,
    `import { KeywrightClient } from '${CLIENT}'`,
    '',
    'const client = new KeywrightClient(',
    '  {',
    '    baseUrl: process.env.KEYWRIGHT_BASE_URL!,',
    '    organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,',
    '  },',
    '  new ApiKeyStamper({',
    '    apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,',
    '    apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,',
    '  }),',
    ')',
    '',
    callExample(request),
  ].join('\n')
}

/** `create_wallet` → `createWallet`. */
export const methodOf = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function commandExample(request: ExampleRequest): string {
  const command = `npx ${bareCommand(request)}`
  return request.isElsewhere ? `${command} --organization-id ${request.body['organizationId']}` : command
}

function bareCommand(request: ExampleRequest): string {
  const input = membersOf(request)
  switch (request.name) {
    case 'whoami':
      return 'keywright whoami'
    case 'list_wallets':
      return 'keywright wallets list'
    case 'approve_activity':
      return `keywright activities approve ${input['fingerprint']}`
    case 'reject_activity':
      return `keywright activities reject ${input['fingerprint']}`
    default:
      return Object.keys(input).length === 0
        ? `keywright request ${request.name}`
        : `keywright request ${request.name} ${quoted(pretty(input))}`
  }
}

function goExample(request: ExampleRequest): string {
  const { call } = request
  const typed = call && typedCall(request.body, call.operation, call.description)
  const input = `json.RawMessage(${asGoText(pretty(membersOf(request)))})`
  const lines = typed
    ? [`answer, err := ${typed}`]
    : request.kind === 'query'
      ? ['var answer any', `err = client.Query(ctx, "${request.name}", ${input}, &answer)`]
      : [`answer, err := client.Submit(ctx, "${request.body['type']}", ${input})`]
  const isRaw = lines.some((line) => line.includes('json.'))
  return [
    'package main',
    '',
    'import (',
    '\t"context"',
    ...(isRaw ? ['\t"encoding/json"'] : []),
    '\t"fmt"',
    '\t"log"',
    '',
    '\t"keywright.example/keywright"',
    ')',
    '',
    'func main() {',
    ...[
      'ctx := context.Background()',
      'client, err := keywright.FromEnvironment()',
      ...ON_ERROR,
      ...(request.isElsewhere
        ? [`client = client.ForOrganization("${request.body['organizationId']}")`]
        : []),
      ...lines.flatMap((line) => line.split('\n')),
      ...ON_ERROR,
      'fmt.Printf("%+v\\n", answer)',
    ].map((line) => `\t${line}`),
    '}',
  ].join('\n')
}

const ON_ERROR = ['if err != nil {', '\tlog.Fatal(err)', '}']

/** A raw string or, for text with backquotes, a quoted string, because Go understands JSON's escapes. */
const asGoText = (text: string) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``)

/** Input of a client method. The client adds the rest of the frame. */
export function inputOf(request: ExampleRequest): Readonly<Record<string, unknown>> {
  const { organizationId } = request.body
  return { ...(request.isElsewhere && { organizationId }), ...membersOf(request) }
}

/** The parameters of a submit, the filters of a query. */
function membersOf({ body, kind }: ExampleRequest): Readonly<Record<string, unknown>> {
  // Missing in an invalid body, which the build reports later.
  if (kind === 'submit') return (body['parameters'] ?? {}) as Record<string, unknown>
  const { organizationId: _, ...filters } = body
  return filters
}

/** Quotes a shell argument. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Writes JSON as a TypeScript object literal with our quote style. */
function asObjectLiteral(value: unknown): string {
  return pretty(value)
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replace(/"((?:[^"\\]|\\.)*)"(,?)$/gm, (text, inner: string, comma: string) =>
      /['\\]/.test(inner) ? text : `'${inner}'${comma}`,
    )
}
