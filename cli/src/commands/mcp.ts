/** `keywright mcp` */
import { brotliDecompressSync } from 'node:zlib'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { readPort } from '../arguments/numbers.ts'
import type { Context } from '../command.ts'
import { readBytes } from '../files/files.ts'
import { untilInterrupted } from '../host/untilInterrupted.ts'
import { createMcpServer } from '../mcp/createMcpServer.ts'
import type { Documentation } from '../mcp/documentation.ts'
import type { Engine } from '../mcp/engine.ts'
import { serveHttp } from '../mcp/serveHttp.ts'
import { createThrowAwayEngine } from '../mcp/throwAwayEngine.ts'
import { watchAnswers } from '../mcp/watchAnswers.ts'
import { builtPages, packedPages } from '../mcp/whereThePagesAre.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<undefined> {
  const { input, host, emit } = context
  const portText = input.flag('port')
  const port = portText === undefined ? undefined : readPort(portText)
  if (port !== undefined && input.flag('server') !== undefined) {
    throw usageFailure(
      '--port and --server cannot be combined',
      'let the client start the session over standard input: any program on this machine could use your key through the port',
    )
  }
  const openEngine = await engineOf(context)
  // Clients give up on servers that take seconds to connect, so pages are read for the first tool that needs them.
  const docs = input.flag('docs') === undefined ? undefined : await openDocumentation(context)
  const open = () => {
    const server = createMcpServer(async () => docs ?? openDocumentation(context), openEngine())
    server.server.onerror = (error) => host.err(`${ignoredInput(error)}\n`)
    return server
  }
  if (port === undefined) return serveStdio(context, open())
  const server = await serveHttp(port, open)
  emit({ text: `MCP server at ${server.url}`, json: { url: server.url } })
  await untilInterrupted(host)
  await server.close()
  return undefined
}

/** Names the kind of malformed input, without repeating it, because it may contain a secret. */
function ignoredInput(error: Error): string {
  if (error instanceof SyntaxError) return 'ignored a line of input that is not JSON'
  if (error.name === 'ZodError') return 'ignored a message that is not JSON-RPC 2.0'
  return error.message.split('\n')[0]!.slice(0, 200)
}

/** Opens the engine of a session. @throws Failure (usage) for an incomplete connection */
async function engineOf(context: Context): Promise<() => Engine> {
  const { input, host } = context
  const baseUrl = input.flag('server')
  const allowsWrites = input.isOn('allow-writes')
  if (baseUrl === undefined) {
    if (allowsWrites) throw usageFailure('--allow-writes needs --server', 'pass the URL of the server')
    return () => createThrowAwayEngine(host)
  }
  const { resolveConnection } = await import('../connect/connection.ts')
  const { createServerEngine } = await import('../mcp/serverEngine.ts')
  const connection = await resolveConnection(context, baseUrl)
  return () => createServerEngine(host, connection, { allowsWrites })
}

/** Standard output is reserved for the protocol. */
async function serveStdio({ host }: Context, server: McpServer): Promise<undefined> {
  const ended = new Promise<void>((end) => process.stdin.once('end', end).once('close', end))
  const transport = new StdioServerTransport()
  await server.connect(transport)
  const answered = watchAnswers(transport)
  // A client that closes the input still reads pending responses.
  await Promise.race([ended.then(answered), untilInterrupted(host), closedByItself(transport)])
  await server.close()
  process.stdin.destroy()
  return undefined
}

/** @throws Failure (usage) when the SDK's transport closes, which it does after a message above 10 MB */
async function closedByItself(transport: StdioServerTransport): Promise<never> {
  const told = transport.onclose
  await new Promise<void>((closed) => {
    transport.onclose = () => {
      told?.()
      closed()
    }
  })
  throw usageFailure(
    'the session was closed: a message exceeds 10 MB',
    'restart the server and send smaller messages; a request body is limited to 1 MB',
  )
}

async function openDocumentation({ input, host }: Context): Promise<Documentation> {
  const { createDocumentation } = await import('../mcp/documentation.ts')
  const file = input.flag('docs')
  if (file !== undefined) {
    const text = new TextDecoder().decode(await readBytes(host, file))
    try {
      return createDocumentation(text)
    } catch (error) {
      throw usageFailure(
        `${file} cannot be read: ${(error as Error).message}`,
        'pass an llms-full.txt, from npm run build or from a documentation site',
      )
    }
  }
  const packed = await host.readFile(packedPages).catch(() => undefined)
  if (packed) return createDocumentation(brotliDecompressSync(packed).toString('utf8'))
  const built = await host.readFile(builtPages).catch(() => undefined)
  if (built) return createDocumentation(new TextDecoder().decode(built))
  throw usageFailure(
    'the documentation is not built',
    'run npm run build, or pass an llms-full.txt with --docs FILE',
  )
}
