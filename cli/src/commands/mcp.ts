/** `keywright mcp` */
import { brotliDecompressSync } from 'node:zlib'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Context } from '../command.ts'
import { usageFailure } from '../failure.ts'
import { readBytes } from '../files.ts'
import { createMcpServer } from '../mcp/createMcpServer.ts'
import { createDocumentation, type Documentation } from '../mcp/documentation.ts'
import { serveHttp } from '../mcp/serveHttp.ts'
import { watchAnswers } from '../mcp/watchAnswers.ts'
import { builtPages, packedPages } from '../mcp/whereThePagesAre.ts'
import { readPort } from '../numbers.ts'
import { untilInterrupted } from '../untilInterrupted.ts'

export async function run(context: Context): Promise<undefined> {
  const { input, host, emit } = context
  const portText = input.flag('port')
  const port = portText === undefined ? undefined : readPort(portText)
  const documentation = await openDocumentation(context)
  if (port === undefined) return serveStdio(context, documentation)
  const server = await serveHttp(port, () => createMcpServer(documentation, host))
  emit({ text: `MCP server at ${server.url}`, json: { url: server.url } })
  await untilInterrupted(host)
  await server.close()
  return undefined
}

/** Standard output is reserved for the protocol. */
async function serveStdio({ host }: Context, documentation: Documentation): Promise<undefined> {
  const server = createMcpServer(documentation, host)
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
