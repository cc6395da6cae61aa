/** Sends the vectors of keys and bundles to a client, by its adapter for `keywright conformance`. */
import type { Adapter, Instructions, Verb } from '@keywright/conformance'
import {
  openEncryptedBundle,
  p256PublicKeyOf,
  parseHex,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { vectors } from '../generator/vectors.ts'

/** What a client made of a vector, and what it should have made of it: a text, or the code of an error. */
export interface Sent {
  readonly name: string
  readonly found: string
  readonly expected: string
}

/** @throws Error if the message of an error contains the secret */
export async function sendVectors(adapter: Adapter): Promise<Sent[]> {
  const all = await vectors()
  const sent: Sent[] = []

  async function send<V extends Verb>(
    verb: V,
    vector: { readonly name: string; readonly secret?: string },
    instruction: Instructions[V]['asks'],
    expected: string,
    read: (result: Instructions[V]['answers']) => string | Promise<string>,
  ): Promise<void> {
    const answer = await adapter.ask(verb, instruction)
    const text = JSON.stringify(answer)
    if ('error' in answer && vector.secret && text.includes(vector.secret))
      throw new Error(`revealed: ${text}`)
    const found =
      'result' in answer ? await read(answer.result) : 'error' in answer ? answer.error.code : text
    sent.push({ name: `${verb}: ${vector.name}`, found, expected })
  }
  const targetOf = (privateKey: string) => ({
    publicKey: toHex(uncompressP256PublicKey(p256PublicKeyOf(parseHex(privateKey, 'key')))),
    privateKey,
  })

  for (const { accepted, publicKey, ...pair } of all.keyPairs) {
    const credential = { kind: 'api-key', curve: 'API_KEY_CURVE_P256', publicKey, ...pair } as const
    const vector = { name: pair.name, secret: pair.privateKey }
    const expected = accepted ? '1 stamp' : 'KEY_INVALID'
    await send(
      'stamp',
      vector,
      { credential, bodies: ['{}'] },
      expected,
      ({ stamps }) => `${stamps.length} stamp`,
    )
  }
  for (const vector of [...all.credentialBundles, ...all.brokenCredentialBundles]) {
    const expected = 'error' in vector ? vector.error : vector.publicKey
    const { bundle, targetPrivateKey } = vector
    await send(
      'openCredential',
      { name: vector.name },
      { bundle, target: targetOf(targetPrivateKey) },
      expected,
      (key) => key.publicKey,
    )
  }
  for (const vector of [...all.exportBundles, ...all.brokenExportBundles]) {
    const expected = 'error' in vector ? vector.error : vector.secret
    const instruction = {
      ...vector,
      target: targetOf(vector.targetPrivateKey),
    } as Instructions['openExport']['asks']
    await send('openExport', { name: vector.name }, instruction, expected, ({ secret }) => secret)
  }
  for (const vector of [...all.importBundles, ...all.brokenImportBundles]) {
    const expected = 'error' in vector ? vector.error : vector.plaintext
    const inbox = 'inboxPrivateKey' in vector ? vector.inboxPrivateKey : ''
    await send(
      'sealImport',
      vector,
      vector as Instructions['sealImport']['asks'],
      expected,
      async ({ encryptedBundle }) =>
        toHex(await openEncryptedBundle(encryptedBundle, parseHex(inbox, 'key'))),
    )
  }
  return sent
}
