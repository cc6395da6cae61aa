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

/** Standard output belongs to the protocol: nothing else is written to it. */
async function serveStdio({ host }: Context, documentation: Documentation): Promise<undefined> {
  const server = createMcpServer(documentation, host)
  const ended = new Promise<void>((end) => process.stdin.once('end', end).once('close', end))
  const transport = new StdioServerTransport()
  await server.connect(transport)
  const answered = watchAnswers(transport)
  // Who closes the input has asked everything, and still reads.
  await Promise.race([ended.then(answered), untilInterrupted(host), closedByItself(transport)])
  await server.close()
  process.stdin.destroy()
  return undefined
}

/** The SDK's transport reads no more after a message of more than 10 MB. @throws Failure (usage) then */
async function closedByItself(transport: StdioServerTransport): Promise<never> {
  const told = transport.onclose
  await new Promise<void>((closed) => {
    transport.onclose = () => {
      told?.()
      closed()
    }
  })
  throw usageFailure(
    'the conversation is over: a message has more than 10 MB',
    'start anew; a request body has at most 1 MB, so what a tool takes is shorter',
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
        'name an llms-full.txt, as npm run build writes it and every site of the documentation serves it',
      )
    }
  }
  const packed = await host.readFile(packedPages).catch(() => undefined)
  if (packed) return createDocumentation(brotliDecompressSync(packed).toString('utf8'))
  const built = await host.readFile(builtPages).catch(() => undefined)
  if (built) return createDocumentation(new TextDecoder().decode(built))
  throw usageFailure(
    'the pages of the documentation are not built here',
    'npm run build writes them; or name an llms-full.txt with --docs FILE',
  )
}
