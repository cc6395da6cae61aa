/** The MCP server over standard input and output, as a process. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tools/scripts/lib/temporaryFolder.ts'
import { runKeywright } from '../../test/keywrightProcess.ts'

const folder = temporaryFolder('mcp')
beforeAll(() => {
  writeFileSync(
    join(folder, 'pages.txt'),
    '# Wallets\n\n> What wallets are.\n\nSource: https://docs.example/concepts/wallets\n\nA wallet holds a phrase.\n',
  )
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const call = (id: number, name: string, words: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: words },
})
const talk = async (...messages: (object | string)[]) => {
  const input = messages
    .map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
    .join('')
  const ended = await runKeywright(['mcp', '--docs', 'pages.txt'], { cwd: folder, input })
  const answers = ended.stdout.split('\n').filter(Boolean)
  return { ...ended, answers: answers.map((line) => JSON.parse(line) as { id: number; result?: unknown }) }
}

describe('closing the input immediately', () => {
  it('loses no response', async () => {
    const { status, stderr, answers } = await talk(
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(2, 'search_docs', { query: 'wallet' }),
      call(3, 'run_call', { call: 'create_wallet', parameters: { walletName: 'w', accounts: [] } }),
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3])
    expect(answers.every(({ result }) => result !== undefined)).toBe(true)
  })

  it('ends without waiting for canceled requests', async () => {
    const { status, answers } = await talk(initialize, {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 9 },
    })
    expect({ status, ids: answers.map(({ id }) => id) }).toEqual({ status: 0, ids: [1] })
  })

  it('fails if a message exceeds the size limit', async () => {
    const { status, stdout, stderr } = await talk(
      initialize,
      call(2, 'search_docs', { query: 'x'.repeat(11_000_000) }),
    )
    expect({ status, stdout }).toEqual({ status: 2, stdout: expect.stringMatching(/^.+\n$/) })
    expect(stderr).toMatch(/a message exceeds 10 MB/)
  })
})

it('reports malformed input without repeating it, and continues', async () => {
  const { status, stderr, answers } = await talk(
    initialize,
    '{"secret": legal winner',
    '{"secret": "legal winner"}',
    'legal winner',
    call(2, 'search_docs', { query: 'wallet' }),
  )
  expect({ status, ids: answers.map(({ id }) => id) }).toEqual({ status: 0, ids: [1, 2] })
  expect(stderr.trimEnd().split('\n')).toEqual([
    'ignored a line of input that is not JSON',
    'ignored a message that is not JSON-RPC 2.0',
    'ignored a line of input that is not JSON',
  ])
})
