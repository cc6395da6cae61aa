/**
 * MCP server of one session: searches and reads the documentation, and runs calls in its own engine
 * (modelcontextprotocol.io, revision 2025-11-25 and the older revisions that the official SDK supports).
 */
import { callList } from '@keywright/contract'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { type CallToolResult, McpError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { resolveCall } from '../calls.ts'
import { Failure, type FailureDetails } from '../failure.ts'
import type { Host } from '../host.ts'
import { version } from '../version.ts'
import type { Documentation } from './documentation.ts'
import { createThrowAwayEngine, ROOT_KEY, type ThrowAwayEngine } from './throwAwayEngine.ts'

const INSTRUCTIONS = `Keywright keeps keys inside an engine, and code requests signatures from it. Search and read the
documentation before you write code; never guess field names. run_call runs any call in a temporary engine with one
organization, whose root user has the key "${ROOT_KEY}". The engine is discarded at the end of the session, so nothing in
it has value. Root users bypass policies: to test a policy, create another user with a key from create_key.
ACTIVITY_STATUS_CONSENSUS_NEEDED is a result, not an error: another user has to approve with approve_activity.`

/** Error code for unknown resources (MCP specification, Resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002
const MOST_FOUND = 20
/** Longer results are truncated, with a note, to save the model's context. */
const MOST_CHARACTERS = 40_000

/** Upper bound of names, paths and questions; bundles are longer. */
const MOST_GIVEN = 400

/** Input schema that rejects unknown fields, so that misspelled or misplaced fields are not ignored. */
const only = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const unknown = (issue['keys'] as string[]).map((key) => `\`${key.slice(0, 40)}\``).slice(0, 5)
      return `unknown field ${unknown.join(', ')}; this tool takes ${Object.keys(shape).join(', ') || 'no fields'}`
    },
  })
const words = () => z.string().max(MOST_GIVEN)

const keyName = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'use at most 40 letters, digits, - and _')
  .describe('Name for the key, such as alice')

/** The engine closes with the server, which the caller must close. */
export function createMcpServer(
  documentation: Documentation,
  host: Pick<Host, 'random' | 'clock'>,
): McpServer {
  const engine = createThrowAwayEngine(host)
  const server = new McpServer({ name: 'keywright', version }, { instructions: INSTRUCTIONS })
  server.server.onclose = () => void engine.close()

  offerDocumentation(server, documentation)
  offerCalls(server, engine)
  offerKeys(server, engine)
  offerState(server, engine)
  offerPages(server, documentation)
  return server
}

/** Tools that find and read pages. */
function offerDocumentation(server: McpServer, documentation: Documentation): void {
  server.registerTool(
    'search_docs',
    {
      title: 'Search the documentation',
      description: 'Finds sections of the documentation by words, identifiers, error codes or a question.',
      inputSchema: only({
        query: words().min(1),
        limit: z.number().int().min(1).max(MOST_FOUND).default(8),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, limit }) =>
      answer(async () => {
        const found = await documentation.search(query, limit)
        if (found.length > 0) return found
        return { found, hint: 'no matches; try fewer words, or the name of a call or an error' }
      }),
  )

  server.registerTool(
    'read_page',
    {
      title: 'Read a page of the documentation',
      description:
        'Returns a page or a section as Markdown. For a very long page, returns the list of its sections instead.',
      inputSchema: only({
        page: words().describe('Path of the page, such as /concepts/wallets, optionally with a #section'),
        section: words().optional().describe('ID of a section, such as address-formats'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ page, section }) => answer(() => documentation.read(page, section)),
  )
}

/** The tool that runs a call. */
function offerCalls(server: McpServer, engine: ThrowAwayEngine): void {
  server.registerTool(
    'run_call',
    {
      title: 'Run a call in the temporary engine',
      description: `Stamps and sends one of the ${callList.length} calls, a query or a submit. Before you use a call for the first time, read its section of /api/ for its fields.`,
      inputSchema: only({
        call: words().describe('Name of the call, such as create_wallet'),
        parameters: z
          .record(z.string(), z.unknown())
          .default({})
          .describe(
            'Parameters of a submit or filters of a query; type, timestamp and organization are added',
          ),
        as: words().optional().describe(`Name of the key that stamps the request (default ${ROOT_KEY})`),
        organizationId: words()
          .optional()
          .describe('ID of the organization (default: the organization of the engine)'),
        type: words()
          .optional()
          .describe('Activity type of a submit, such as an older version (default: the newest)'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ call, ...request }) =>
      answer(async () => {
        const named = resolveCall(call)
        const { status, body } = await engine.call({
          ...request,
          call: named.call,
          type: request.type ?? named.type,
        })
        return status === 200 ? body : new Refused(status, body)
      }),
  )
}

/** Tools that make keys and open what was encrypted to them. */
function offerKeys(server: McpServer, engine: ThrowAwayEngine): void {
  server.registerTool(
    'create_key',
    {
      title: 'Create a key pair',
      description:
        'Creates a P-256 key pair and returns the public key in two forms: compressed, to register as an API key, and uncompressed, to use as a target key. The private key never leaves the server; run_call stamps with the key by name.',
      inputSchema: only({ name: keyName }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ name }) => answer(() => engine.createKey(name)),
  )

  server.registerTool(
    'open_bundle',
    {
      title: 'Decrypt a bundle',
      description:
        'Decrypts a bundle that was encrypted to a key from create_key. A credential bundle (from otp_auth, oauth, email_auth or create_read_write_session) becomes a new key; an export bundle returns its secret.',
      inputSchema: only({
        bundle: z.string(),
        key: words().describe('Name of the key to which the bundle was encrypted'),
        openAs: keyName.optional().describe('Name for the new key from a credential bundle'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ bundle, key, openAs }) => answer(() => engine.openBundle(bundle, key, openAs)),
  )
}

/** Tools that show and replace what the engine holds. */
function offerState(server: McpServer, engine: ThrowAwayEngine): void {
  server.registerTool(
    'read_inbox',
    {
      title: 'Read emails and text messages',
      description:
        'Returns emails and text messages that the temporary engine sent, newest first: codes, links, recovery bundles.',
      inputSchema: only({ to: words().optional().describe('Only messages to this address or number') }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ to }) => answer(() => engine.inbox(to)),
  )

  server.registerTool(
    'describe_engine',
    {
      title: 'Describe the temporary engine',
      description:
        'Returns the IDs of the organization and its root user, the signer key, and all keys created so far.',
      inputSchema: only({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => answer(() => engine.about()),
  )

  server.registerTool(
    'begin_with_examples',
    {
      title: 'Reset to the examples of the documentation',
      description:
        'Replaces the state of the temporary engine with the organizations, users and wallets that the requests in the documentation use. You can then run the requests of a page with run_call in the order of the page. Reset again before each example of /api/. Returns the same result as describe_engine.',
      inputSchema: only({}),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    () =>
      answer(async () => {
        await engine.beginWithExamples()
        return engine.about()
      }),
  )
}

/** Every page as a resource, for clients in which users choose what the model reads. */
function offerPages(server: McpServer, { pages, read }: Documentation): void {
  const addressOf = (route: string) => `keywright://docs${route}`
  const readOrRefuse = (uri: URL): string => {
    try {
      return read(uri.pathname + uri.hash)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw new McpError(RESOURCE_NOT_FOUND, error.message, { uri: uri.href })
    }
  }
  server.registerResource(
    'page',
    new ResourceTemplate('keywright://docs/{+path}', {
      list: () => ({
        resources: pages.map(({ route, title, description }) => ({
          uri: addressOf(route),
          name: title,
          description,
          mimeType: 'text/markdown',
        })),
      }),
    }),
    { title: 'A page of the documentation', mimeType: 'text/markdown' },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: readOrRefuse(uri) }],
    }),
  )
}

/** An error response of the engine, reported to the model in full. */
class Refused {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

async function answer(task: () => unknown): Promise<CallToolResult> {
  try {
    const value = await task()
    if (value instanceof Refused)
      return { ...text({ status: value.status, ...Object(value.body) }), isError: true }
    return text(value)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const details: FailureDetails = error instanceof Failure ? error.details : {}
    const lines = [
      error.message,
      ...(details.lines ?? []),
      ...(details.hint === undefined ? [] : [details.hint]),
    ]
    return { ...text(lines.join('\n')), isError: true }
  }
}

function text(value: unknown): CallToolResult {
  const whole = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)
  const rest = whole.length - MOST_CHARACTERS
  const shown =
    rest <= 0 ? whole : `${whole.slice(0, MOST_CHARACTERS)}\n… (truncated, ${rest} more characters)`
  return { content: [{ type: 'text', text: shown }] }
}
