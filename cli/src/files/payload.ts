/** Parses the payload and the flags of `sign` and `verify`. */
import {
  concat,
  type HashFunction,
  type Payload,
  type PayloadEncoding,
  parseHex,
  toHex,
  toUtf8,
} from '@keywright/keys'
import type { Context } from '../command.ts'
import { usageFailure } from '../output/failure.ts'
import { nameOfInput, readValue } from './files.ts'

const encodings: Readonly<Record<string, PayloadEncoding>> = {
  text: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hex: 'PAYLOAD_ENCODING_HEXADECIMAL',
  eip712: 'PAYLOAD_ENCODING_EIP712',
  eip7702: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
}

const hashFunctions: Readonly<Record<string, HashFunction>> = {
  keccak256: 'HASH_FUNCTION_KECCAK256',
  sha256: 'HASH_FUNCTION_SHA256',
  none: 'HASH_FUNCTION_NO_OP',
  'not-applicable': 'HASH_FUNCTION_NOT_APPLICABLE',
}

/** @throws Failure (usage) for conflicting flags */
export async function readPayloadFlags({ input, host }: Context, signer: string): Promise<Payload> {
  const given = input.required('PAYLOAD')
  const text = await readValue(host, given)
  // An empty file is almost always a mistake.
  if (text === '' && given !== '') {
    throw usageFailure(
      `${nameOfInput(given.replace(/^@/, ''))} is empty`,
      "to sign an empty message, pass ''",
    )
  }
  const [eip191, eip712] = [input.isOn('eip191'), input.isOn('eip712')]
  const encoding = input.flag('encoding')
  if ([eip191 && eip712, eip712 && encoding !== undefined].includes(true)) {
    throw usageFailure(
      '--eip191, --eip712 and --encoding conflict',
      'pass one of them; --eip191 can be combined with --encoding text or hex',
    )
  }
  if (eip191) {
    if (encoding?.startsWith('eip'))
      throw usageFailure(
        `--eip191 and --encoding ${encoding} cannot be combined`,
        'pass --encoding text or hex',
      )
    const message = encoding === 'hex' ? parseHex(text.trim(), 'message', { prefix: true }) : toUtf8(text)
    return {
      payload: toHex(personalMessage(message)),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    }
  }
  const kind = eip712 ? 'eip712' : (encoding ?? 'text')
  return {
    payload: kind === 'text' ? text : text.trim(),
    encoding: encodings[kind]!,
    hashFunction: hashFunctions[input.flag('hash') ?? usualHash(signer, kind)]!,
  }
}

/** EIP-191, version 0x45: the bytes that `personal_sign` hashes. */
const personalMessage = (message: Uint8Array): Uint8Array =>
  concat(toUtf8(`\x19Ethereum Signed Message:\n${message.length}`), message)

/** Default hash: none for typed data and authorizations, which are digests, else the usual hash of the chain. */
function usualHash(signer: string, encoding: string): string {
  if (encoding.startsWith('eip')) return 'none'
  if (/^0x[0-9a-f]{40}$/i.test(signer)) return 'keccak256'
  // Base58 of 32 bytes, or 64 hexadecimal digits: an ed25519 public key.
  if (/^([1-9A-HJ-NP-Za-km-z]{43,44}|[0-9a-f]{64})$/.test(signer)) return 'not-applicable'
  return 'sha256'
}
