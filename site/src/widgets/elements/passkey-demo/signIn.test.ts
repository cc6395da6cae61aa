// @vitest-environment happy-dom
import { sha256Hex, toBase64url, toUtf8 } from '@keywright/keys'
import { beforeAll, expect, test } from 'vitest'
import { openTestWorkbench } from '../../../../test/elements/testWorkbench.ts'
import type { Workbench } from '../../kit/workbench.ts'
import { openDevice } from './passkeys.ts'
import { RESIDENT_KEYS, register, signWhoami } from './signIn.ts'

let bench: Workbench
beforeAll(async () => {
  bench = await openTestWorkbench()
})

test.each(RESIDENT_KEYS)(
  'creates and registers a passkey with residentKey %s that signs by its id',
  async (residentKey) => {
    const made = await register(bench, openDevice('software'), residentKey)
    expect(made.attestation).toMatchObject({
      algorithm: -7,
      isPresent: true,
      isVerified: true,
      format: 'none',
    })
    expect(JSON.parse(made.options)).toMatchObject({
      rp: { id: 'app.example.com' },
      authenticatorSelection: { residentKey },
    })
    const { username, clientData, body } = await signWhoami(bench, made, true)
    expect(username).toBe('Alice')
    const challenge = toBase64url(toUtf8(sha256Hex(toUtf8(body))))
    expect(JSON.parse(clientData)).toMatchObject({ type: 'webauthn.get', challenge })
  },
)

test('does not find a non-discoverable passkey without its id', async () => {
  const made = await register(bench, openDevice('software'), 'discouraged')
  await expect(signWhoami(bench, made, false)).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' })
})
