/**
 * Works with a token in a process of its own: the module of SoftHSM reads the environment of its process, which a
 * worker thread of a test cannot change. Reads `[name, settings, argument]` from standard input, writes what came of it.
 */
import { text } from 'node:stream/consumers'
import { openWithToken, sealWithToken, type TokenSettings } from '../serve/pkcs11.ts'
import type { RootCheck } from '../serve/rootSecret.ts'

const [name, settings, argument] = JSON.parse(await text(process.stdin)) as [
  'seal' | 'open',
  TokenSettings,
  unknown,
]
try {
  const answer =
    name === 'seal'
      ? await sealWithToken(settings, Buffer.from(argument as string, 'hex'))
      : Buffer.from(await openWithToken(settings, argument as RootCheck)).toString('hex')
  console.log(JSON.stringify({ answer }))
} catch (error) {
  const { code, message } = error as { code: string; message: string }
  console.log(JSON.stringify({ error: { code, message } }))
}
