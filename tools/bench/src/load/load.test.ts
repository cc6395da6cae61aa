import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startDriver } from './drive.ts'
import { quantile, summaryOf } from './loadServer.ts'

it('takes quantiles by rank', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 1_000 - n)
  expect([0.5, 0.99, 0.999, 1].map((share) => quantile(values, share))).toEqual([500, 990, 999, 1_000])
  expect(quantile([7], 0.999)).toBe(7)
  expect(quantile([], 0.5)).toBe(0)
})

it('counts answers, and the rate until the last one', () => {
  const answers = [
    [100, 10],
    [900, 30],
    [1_500, 20],
    // Sent in time, and answered later.
    [4_000, 2_500],
  ] as const
  const { answered, perSecond, latency } = summaryOf(answers)
  expect([answered, perSecond]).toEqual([4, 1])
  expect(latency.p999).toBe(2_500)
})

it('sends stamped requests from a process of its own', async () => {
  const stamps: unknown[] = []
  const key = createECDH('prime256v1')
  const publicKey = key.generateKeys('hex', 'compressed')
  const server = createServer((request, response) => {
    stamps.push(request.headers['x-stamp'])
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const driver = startDriver()
  try {
    const { answers } = await driver.ask({
      urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      targets: [{ organizationId: 'an-organization', signWith: '0x00' }],
      apiKey: { publicKey, privateKey: key.getPrivateKey('hex').padStart(64, '0') },
      atOnce: 2,
      seconds: 0.1,
    })
    expect(answers.length).toBeGreaterThan(0)
    expect(stamps).toHaveLength(answers.length)
    expect(stamps).not.toContain(undefined)
  } finally {
    driver.stop()
    server.close()
  }
})
