/** Attestations of passkeys: CBOR and the JSON that the authenticator signed. */
import { limits } from '@keywright/contract'
import { readAttestation } from '../../src/authenticate/webauthn.ts'
import { inOnePiece, many } from './worst.ts'

const LENGTH = Math.floor((limits.smallBodyBytes * 3) / 4) - 500
const header = (major: number, count: number) => [
  major | 26,
  count >>> 24,
  (count >> 16) & 255,
  (count >> 8) & 255,
  count & 255,
]
const CLIENT_DATA = '{"type":"webauthn.create","challenge":"AA","origin":"https://a.example"}'
const MAP = [0xa3, 0x63, 0x66, 0x6d, 0x74, 0x64, 0x6e, 0x6f, 0x6e, 0x65, 0x67, ...Buffer.from('attStmt')]
const base64url = (bytes: readonly number[] | string) => Buffer.from(bytes as string).toString('base64url')

export const cbor = inOnePiece(
  ({ object = [0xa0], clientData = CLIENT_DATA }: { object?: number[]; clientData?: string }) =>
    readAttestation(
      { credentialId: 'AQ', clientDataJson: base64url(clientData), attestationObject: base64url(object) },
      'AA',
      undefined,
      'attestation',
    ),
  [
    ...(
      [
        ['items', () => [...header(0x80, LENGTH), ...Array(LENGTH).fill(0)]],
        ['nested lists', () => Array(LENGTH).fill(0x81)],
        [
          'members',
          () => [
            ...header(0xa0, 10_000),
            ...Array.from({ length: 10_000 }, (_, n) => [0x19, n >> 8, n & 255, 0]).flat(),
          ],
        ],
        ['claims', () => header(0x80, 0xffffffff)],
        ['claimed bytes', () => header(0x40, 0xffffffff)],
        [
          'texts',
          () => [
            ...header(0x80, LENGTH / 2),
            ...Array(LENGTH / 2)
              .fill([0x61, 0x61])
              .flat(),
          ],
        ],
        [
          'floats',
          () => [...header(0x80, 6_000), ...Array(6_000).fill([0xfb, 0, 0, 0, 0, 0, 0, 0, 1]).flat()],
        ],
        ['tags', () => Array(LENGTH).fill(0xc0)],
        ['open lists', () => Array(LENGTH).fill(0x9f)],
        [
          'open texts',
          () => [
            0x7f,
            ...Array(LENGTH / 2)
              .fill([0x61, 0x61])
              .flat(),
            0xff,
          ],
        ],
        [
          'nested maps',
          () =>
            Array(LENGTH / 2)
              .fill([0xa1, 0x00])
              .flat(),
        ],
        ['statements', () => [...MAP, ...header(0x80, LENGTH - 60), ...Array(LENGTH - 60).fill(0)]],
      ] as [string, () => number[]][]
    ).map(([what, object]) => [what, () => ({ object: object() })] as const),
    ['nested lists of client data', () => ({ clientData: '['.repeat(LENGTH) })],
    ['members of client data', () => ({ clientData: `{${many(LENGTH, '"a":1', ',')}}` })],
    ['escapes of client data', () => ({ clientData: `{"type":"${many(LENGTH, '\\u0041')}"}` })],
  ],
)
