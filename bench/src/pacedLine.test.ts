import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { pacedLine } from './pacedLine.ts'

it('delivers every byte in order on several concurrent connections, and reports a closed host', async () => {
  const text = (name: string) => Array.from({ length: 4_000 }, (_, line) => `${name} ${line}\n`).join('')
  const host = createServer((request, response) => {
    if (request.url === '/gone') request.socket.destroy()
    else response.end(text(request.url!))
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const target = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const line = await pacedLine(target, { bytesPerSecond: 4_000_000, roundTrip: 4 })
  try {
    const asked = ['/a', '/b', '/c'].map(async (path) => (await fetch(line.url + path)).text())
    expect(await Promise.all(asked)).toEqual(['/a', '/b', '/c'].map(text))
    await expect(fetch(`${line.url}/gone`)).rejects.toThrow()
  } finally {
    line.stop()
    host.closeAllConnections()
    host.close()
  }
})
