/**
 * MCP server of one session: searches and reads the documentation, and runs calls in its own engine
 * (modelcontextprotocol.io, revision 2025-11-25 and the older revisions that the official SDK supports).
 */
import { callList } from '@keywright/contract'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { resolveCall } from '../arguments/calls.ts'
import { Failure } from '../output/failure.ts'
import { version } from '../version.ts'
import type { Documentation } from './documentation.ts'
import type { Engine } from './engine.ts'
import { offerPolicies } from './offerPolicies.ts'
import { ROOT_KEY, type ThrowAwayEngine } from './throwAwayEngine.ts'
import {
  answer,
  anyObject,
  expand,
  isTemporary,
  Markdown,
  MOST_EXPRESSION,
  only,
  organizationId,
  Refused,
  stamper,
  words,
} from './tool.ts'
import texts from './tools.json' with { type: 'json' }

const DOCUMENTED = `Keywright keeps keys inside an engine, and code requests signatures from it. Search the documentation and
read the guide that it names before you write code; never guess field names.`
const VOTES = `ACTIVITY_STATUS_CONSENSUS_NEEDED is a result, not an error: another user has to approve with approve_activity.
After a denial, call explain_policy, change the policy, and check it with check_policy and what_gets_through.`

const TEMPORARY = `${DOCUMENTED} run_call runs any call in a temporary engine with one organization, whose root user has
the key "${ROOT_KEY}". The engine is discarded at the end of the session, so nothing in it has value. Root users bypass
policies: to test a policy, create another user with a key from create_key. ${VOTES}`

const CONNECTED = `${DOCUMENTED} run_call sends calls to a server in the name of one user; describe_engine names both.
Unless the session allows writes, only queries are sent. What you do has consequences: ask before you submit anything that
the user did not ask for. ${VOTES}`

/** Error code for unknown resources (MCP specification, Resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002
const MOST_FOUND = 20

const keyName = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'use at most 40 letters, digits, - and _')
  .describe('Name for the key, such as alice')

/**
 * @param openDocumentation called for the first tool that needs pages, because reading them takes a second
 * @param engine closes with the server, which the caller must close
 */
export function createMcpServer(openDocumentation: () => Promise<Documentation>, engine: Engine): McpServer {
  const instructions = isTemporary(engine) ? TEMPORARY : CONNECTED
  const server = new McpServer({ name: 'keywright', version }, { instructions })
  server.server.onclose = () => void engine.close()
  let opening: Promise<Documentation> | undefined
  const documentation = () => {
    opening ??= openDocumentation()
    return opening
  }

  offerDocumentation(server, documentation)
  offerCalls(server, engine)
  offerPolicies(server, engine)
  offerStamps(server)
  if (isTemporary(engine)) {
    offerKeys(server, engine)
    offerState(server, engine)
  }
  offerPages(server, documentation)
  return server
}

/** Tools that find and read pages. */
function offerDocumentation(server: McpServer, documentation: () => Promise<Documentation>): void {
  server.registerTool(
    'search_docs',
    {
      ...texts.search_docs,
      inputSchema: only({
        query: words().min(1),
        limit: z.number().int().min(1).max(MOST_FOUND).default(5),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, limit }) =>
      answer(async () => {
        const result = await (await documentation()).search(query, limit)
        if (result.found.length > 0 || result.guide || result.answer) return result
        return { ...result, hint: 'no matches; try fewer words, or the name of a call or an error' }
      }),
  )

  server.registerTool(
    'read_page',
    {
      ...texts.read_page,
      inputSchema: only({
        page: words().describe('Path of the page, such as /concepts/wallets, optionally with a #section'),
        section: words().optional().describe('ID of a section, such as address-formats'),
        expand: z.boolean().default(false).describe('Return a long page or section as a whole'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ page, section, expand }) =>
      answer(async () => new Markdown((await documentation()).read(page, section, expand))),
  )
}

/** Tools that run calls and say in whose name. */
function offerCalls(server: McpServer, engine: Engine): void {
  const place = isTemporary(engine) ? 'temporary engine' : 'server'
  server.registerTool(
    'run_call',
    {
      title: `Run a call in the ${place}`,
      description: `Stamps and sends one of the ${callList.length} calls, a query or a submit. Before you use a call for the first time, read its section of /api/ for its fields. Long results hold IDs and names only.`,
      inputSchema: only({
        call: words().describe('Name of the call, such as create_wallet'),
        parameters: anyObject()
          .default({})
          .describe(
            'Parameters of a submit or filters of a query; type, timestamp and organization are added',
          ),
        ...stamper(engine),
        organizationId,
        type: words()
          .optional()
          .describe('Activity type of a submit, such as an older version (default: the newest)'),
        expand,
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: !isTemporary(engine),
        openWorldHint: !isTemporary(engine),
      },
    },
    ({ call, expand: isWhole, ...request }) =>
      answer(async () => {
        const named = resolveCall(call)
        const { status, body } = await engine.call({
          ...request,
          call: named.call,
          type: request.type ?? named.type,
        })
        return status === 200 ? body : new Refused(status, body)
      }, isWhole),
  )

  server.registerTool(
    'describe_engine',
    {
      title: `Describe the ${place}`,
      description: isTemporary(engine)
        ? 'Returns the IDs of the organization and its root user, the signer key, and all keys created so far.'
        : 'Returns the URL of the server, the organization and the user, and whether the session may submit.',
      inputSchema: only({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => answer(() => engine.about()),
  )
}

/** The tool that finds out why a stamp is rejected. */
function offerStamps(server: McpServer): void {
  server.registerTool(
    'verify_stamp',
    {
      ...texts.verify_stamp,
      inputSchema: only({
        stamp: z.string().max(MOST_EXPRESSION).describe('Value of the header'),
        body: z.string().describe('The exact body that was stamped and posted'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ stamp, body }) =>
      answer(async () => {
        const { examineStamp } = await import('@keywright/keys')
        return examineStamp(stamp, new TextEncoder().encode(body))
      }),
  )
}

/** Tools that make keys and open what was encrypted to them. */
function offerKeys(server: McpServer, engine: ThrowAwayEngine): void {
  server.registerTool(
    'create_key',
    {
      ...texts.create_key,
      inputSchema: only({ name: keyName }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ name }) => answer(() => engine.createKey(name)),
  )

  server.registerTool(
    'open_bundle',
    {
      ...texts.open_bundle,
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
      ...texts.read_inbox,
      inputSchema: only({
        to: words().optional().describe('Only messages to this address or number'),
        expand,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ to, expand: isWhole }) => answer(() => engine.inbox(to), isWhole),
  )

  server.registerTool(
    'begin_with_examples',
    {
      ...texts.begin_with_examples,
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
function offerPages(server: McpServer, documentation: () => Promise<Documentation>): void {
  const addressOf = (route: string) => `keywright://docs${route}`
  const readOrRefuse = async (uri: URL): Promise<string> => {
    try {
      return (await documentation()).read(uri.pathname + uri.hash)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw new McpError(RESOURCE_NOT_FOUND, error.message, { uri: uri.href })
    }
  }
  server.registerResource(
    'page',
    // Without a slash before the variable, which may not be empty: the first page is at `/`.
    new ResourceTemplate('keywright://docs{+path}', {
      list: async () => ({
        resources: (await documentation()).pages.map(({ route, title, description }) => ({
          uri: addressOf(route),
          name: title,
          description,
          mimeType: 'text/markdown',
        })),
      }),
    }),
    { title: 'A page of the documentation', mimeType: 'text/markdown' },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: await readOrRefuse(uri) }],
    }),
  )
}
