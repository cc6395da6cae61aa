import { createStamp, generateApiKeyPair, toStampHeader, toUtf8 } from '@keywright/keys'
import { seededRandom } from '@keywright/keys/test'
import { expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'

it('reads files, and exits with 1 for an invalid stamp', async () => {
  const body = '{"organizationId":"7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10"}'
  const { privateKey } = generateApiKeyPair(seededRandom('stamp verify'))
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), privateKey)
  const host = createTestHost({
    files: { 'stamp.txt': toStampHeader(stamp), 'body.json': body },
    input: `${body}\n`,
  })
  const valid = await host.run('stamp', 'verify', '@stamp.txt', '@body.json')
  expect(valid.out).toMatch(/the stamp is valid/)
  expect(valid.exitCode).toBe(0)
  const wrong = await host.run('stamp', 'verify', '@stamp.txt', '-', '--json')
  expect(wrong.exitCode).toBe(1)
  expect(wrong.json()).toMatchObject({
    isValid: false,
    hint: expect.stringMatching(/without its trailing newline/),
  })
})
