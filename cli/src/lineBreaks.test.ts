/** Files with the line breaks of Windows have the same meaning. What is signed or hashed as bytes is not among them. */
import { createStamp, platformRandom, splitSecret, toStampHeader, toUtf8 } from '@keywright/keys'
import { expect, it } from 'vitest'
import { createTestHost, type Run } from '../test/testHost.ts'
import { commands } from './commands.ts'
import { encryptTo, generateHolderKey } from './operate/holders.ts'

const KEY = '11'.repeat(32)
const ID = '11111111-1111-4111-8111-111111111111'
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const [ada, bob] = await Promise.all([generateHolderKey(), generateHolderKey()])
const shares = await splitSecret(platformRandom(32), { count: 2, threshold: 2, random: platformRandom })
const policies = [{ policyName: 'p', effect: 'EFFECT_ALLOW', condition: "activity.action == 'SIGN'" }]
const request = { request: { activity: { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' } } }
const maker = createTestHost()
await maker.run('passkey', 'create', 'passkey.json')
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

const files: Record<string, string> = {
  key: `${KEY}\n`,
  pin: '1234\n',
  url: 'postgres://user@127.0.0.1:2222/database\n',
  smtp: 'smtp://user:password@127.0.0.1:2222\n',
  holders: `# holders\n\nada ${ada.recipient}\nbob ${bob.recipient}\n`,
  'ada.key': `# created today\n${ada.identity}\n`,
  'ada.age': await encryptTo({ name: 'ada', recipient: ada.recipient }, `${shares[0]}\n`),
  share: `the second share:\n${shares[1]}\n`,
  'passkey.json': maker.files.get('passkey.json')!,
  stamp: `${toStampHeader(createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8('{}'), KEY))}\n`,
  bundle: 'AAAA\n',
  secret: `${'11'.repeat(32)}\n`,
  'policy.txt': "activity.action == 'SIGN'\n  && activity.nonsense\n",
  'policies.json': json(policies),
  'request.json': json(request),
  'cases.json': json({ policies, cases: [{ ...request, expect: 'DENIED' }] }),
  'interfaces.json': json({ smartContractInterfaces: [] }),
  body: json({ walletName: 'First', accounts: [] }),
  transaction: '02c0\n',
}

const CALLER = `--organization-id ${ID} --api-private-key-file key --base-url http://127.0.0.1:2222`
const SECRET = '--holder-key ada.key ada.age share --database-url-file url'
const TOKEN = '--pkcs11-module gone.so --pkcs11-pin-file pin --database-url-file url'

const lines = [
  `whoami ${CALLER}`,
  `request create_wallet @body ${CALLER}`,
  `sign ${ADDRESS} @transaction --encoding hex ${CALLER}`,
  `sign ${ADDRESS} @transaction --transaction ethereum ${CALLER}`,
  `verify ${ADDRESS} @transaction 0x${'11'.repeat(65)} --encoding hex`,
  'passkey stamp passkey.json {}',
  'stamp verify @stamp {}',
  'bundle open @bundle --target-key-file key',
  `bundle seal @bundle @secret --kind key --organization-id ${ID} --signer-public-key 04${'ab'.repeat(64)}`,
  'policy check policy.txt policies.json --interfaces interfaces.json',
  'policy explain policies.json --request request.json',
  'policy test cases.json',
  `unseal ada.age --holder-key ada.key --operator-url http://127.0.0.1:2222`,
  'init --holders holders --threshold 2 --share-folder new --api-public-key 03349053b6f86188517dc776a78053f1084723cbe270de5b498221b50bebd0a172 --database-url-file url',
  'serve --smtp-url-file smtp --mail-from a@b.example --database-url-file url',
  `serve ${TOKEN}`,
  `reshare ${SECRET} --holders holders --threshold 2 --share-folder new`,
  `journal verify ${SECRET}`,
  'rotate-webhook-key --database-url-file url',
]

it.each(lines)('%s', async (line) => {
  const withWindows = Object.entries(files).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')])
  const [unix, windows] = await Promise.all(
    [files, Object.fromEntries(withWindows)].map((given) =>
      createTestHost({ files: given, clock: () => 0 }).run(...line.split(' ')),
    ),
  )
  // Signatures differ each time.
  const shown = ({ exitCode, out, err }: Run) => ({
    exitCode,
    err,
    out: out.replace(/"signature":"[^"]+"/, ''),
  })
  expect(shown(windows!)).toEqual(shown(unix!))
  expect(unix!.err).not.toMatch(/usage: |cannot be `|needs a value/)
})

/** Flags of files that are written, read by other libraries, or read by the server. */
const OTHERS = [
  ...['write-env', 'out', 'new-key-file', 'archive', 'archive-key', 'stream', 'heads', 'docs'],
  ...['key-file', 'tls-cert', 'tls-key', 'pkcs11-module'],
]

it('every flag that takes a file is in one of these lines', () => {
  const flags = commands.flatMap((command) => command.flags ?? []).filter(({ value }) => value === 'FILE')
  const used = new Set(lines.flatMap((line) => line.match(/(?<=--)[\w-]+/g) ?? []))
  expect(flags.map(({ name }) => name).filter((name) => !used.has(name) && !OTHERS.includes(name))).toEqual(
    [],
  )
})
