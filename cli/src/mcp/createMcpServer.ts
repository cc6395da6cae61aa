/**
 * The Model Context Protocol server of one conversation: the documentation to search and read, and an engine of its own
 * to run calls in (modelcontextprotocol.io, revision 2025-11-25 and the older ones that the official SDK speaks).
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

const INSTRUCTIONS = `Keywright keeps keys inside an engine; code asks it for signatures. Search and read the documentation
before you write code: field names are never to be guessed. run_call runs any call in an engine of this conversation,
which holds one organization whose root user has the key "${ROOT_KEY}"; it is thrown away with the conversation, so nothing
in it is of value. Root users bypass policies: test a policy with a user of its own, whose key create_key makes.
ACTIVITY_STATUS_CONSENSUS_NEEDED is an answer and no error: another user approves with approve_activity.`

/** Of the protocol, for a resource that there is not (Resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002
const MOST_FOUND = 20
/** Engine and documentation are both read by a model, so an answer of any length is cut where it says so. */
const MOST_CHARACTERS = 40_000

/** Longer than any name, path or question; a bundle is longer, and has its own bound. */
const MOST_GIVEN = 400

/** What a tool takes, and nothing else: a word that is misspelt, or stands in the wrong place, must not pass unseen. */
const only = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const unknown = (issue['keys'] as string[]).map((key) => `\`${key.slice(0, 40)}\``).slice(0, 5)
      return `there is no ${unknown.join(', ')} here, it takes ${Object.keys(shape).join(', ') || 'nothing'}`
    },
  })
const words = () => z.string().max(MOST_GIVEN)

const keyName = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'letters, digits, - and _, at most 40')
  .describe('Your name for it, such as alice')

/** The caller closes it; the engine ends with it. */
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
        return { found, hint: 'nothing has these words; try fewer, or the name of a call or an error' }
      }),
  )

  server.registerTool(
    'read_page',
    {
      title: 'Read a page of the documentation',
      description:
        'Answers a page as Markdown; of a very long page its list of sections, or the section that is named.',
      inputSchema: only({
        page: words().describe('Its path, such as /concepts/wallets; a #section may follow'),
        section: words().optional().describe('Id of a section, such as address-formats'),
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
      title: 'Run a call in the throw-away engine',
      description: `Stamps and sends a call. /api/ has the fields of each: read its section before the first use. There are ${callList.length} calls, queries and submits.`,
      inputSchema: only({
        call: words().describe('Its name, such as create_wallet'),
        parameters: z
          .record(z.string(), z.unknown())
          .default({})
          .describe(
            'Of a submit what stands in `parameters`, of a query its filters; the frame is put around it',
          ),
        as: words().optional().describe(`Name of the key that stamps; default ${ROOT_KEY}`),
        organizationId: words().optional().describe('Default: the organization of the engine'),
        type: words()
          .optional()
          .describe('Of a submit: an older version of the activity type; default the newest'),
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
      title: 'Make a key pair',
      description:
        'Makes a P-256 key pair and answers its public halves: compressed, to register as an API key, and uncompressed, to give as a target key. Nobody sees the private half; run_call stamps with it by name.',
      inputSchema: only({ name: keyName }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ name }) => answer(() => engine.createKey(name)),
  )

  server.registerTool(
    'open_bundle',
    {
      title: 'Open an encrypted bundle',
      description:
        'Opens a credential bundle (of otp_auth, oauth, email_auth, create_read_write_session: it becomes a key) or an export bundle (its secret is answered) that was encrypted to a key of create_key.',
      inputSchema: only({
        bundle: z.string(),
        key: words().describe('Name of the key to which it was encrypted'),
        openAs: keyName.optional().describe('Of a credential: your name for the key inside'),
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
      title: 'Read what the engine has sent',
      description:
        'Emails and text messages of the throw-away engine, newest first: codes, links, recovery bundles.',
      inputSchema: only({ to: words().optional().describe('Only to this address or number') }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ to }) => answer(() => engine.inbox(to)),
  )

  server.registerTool(
    'describe_engine',
    {
      title: 'What the throw-away engine holds from the start',
      description: 'The id of its organization, its root user, its signer key, and the keys made so far.',
      inputSchema: only({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => answer(() => engine.about()),
  )

  server.registerTool(
    'begin_with_examples',
    {
      title: 'Begin anew with what the pages name',
      description:
        'Replaces all that the throw-away engine holds by the organizations, users, wallets … that the requests on the pages name by their ids. Then run_call does each as its page shows it, in the order of the page; each example of /api/ wants to be the first after it. Answers what describe_engine does.',
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

/** Every page as a resource, for hosts that let people choose what a model reads. */
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

/** The engine said no: for the model an error, with all that the answer says. */
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
  const shown = rest <= 0 ? whole : `${whole.slice(0, MOST_CHARACTERS)}\n… (${rest} more characters)`
  return { content: [{ type: 'text', text: shown }] }
}
