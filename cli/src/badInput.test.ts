/**
 * Invalid input to every command. A row has the command line, the exit code, and patterns for the message and the hint.
 * All rows must produce a single-line error with a hint, no stack trace, and nothing on standard output.
 */
import { errors } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { hostOfFolder, withDevServer } from '../test/devServer.ts'
import type { TestHostOptions } from '../test/testHost.ts'
import { commands } from './commands.ts'
import hints from './output/hints.json' with { type: 'json' }
import { hintBeside } from './output/hints.ts'

withDevServer()

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const ID = '11111111-1111-4111-8111-111111111111'
const SIGNER = `04${'ab'.repeat(64)}`
const CLOSED = '--base-url=http://127.0.0.1:1'
const POLICY = '{"policyName":"p","effect":"EFFECT_ALLOW","condition":"true"}'

const files: Record<string, string> = {
  empty: '',
  text: 'eth.tx.value <= 5',
  'slip.txt': 'eth.tx.value <',
  'bad.json': '{"a":',
  'object.json': '{}',
  'list.json': '[]',
  'text.json': '"x"',
  'policy.json': POLICY,
  'broken-url': 'postgres://ada:s#cret@db.example/d',
  key: '11'.repeat(32),
  'no-cases.json': '{"policies":[],"cases":[]}',
  'no-verdict.json': '{"policies":[],"cases":[{}]}',
  'elsewhere.json': '{"policies":"gone.json","cases":[{"expect":"DENIED"}]}',
}

type Row = readonly [line: string, exitCode: number, says: RegExp, hint: RegExp]

/** Fails without a server. */
const alone: readonly Row[] = [
  ['wallet list', 2, /unknown command `wallet`/, /keywright wallets list\?/],
  ['wallets', 2, /wallets needs a command/, /wallets list, wallets create/],
  ['whoami --base-ulr http://x', 2, /unknown flag --base-ulr/, /did you mean --base-url\?/],
  ['whoami extra', 2, /unexpected argument `extra`/, /usage: keywright whoami/],
  ['whoami --api-private-key 11', 2, /--api-private-key is not supported/, /process lists/],
  ['generate api-key --curve p384', 2, /--curve cannot be `p384`/, /p256, secp256k1, ed25519/],
  ['generate api-key --out', 2, /--out needs a value/, /--out FILE/],
  ['sign 0x00', 2, /PAYLOAD is missing/, /usage: keywright sign SIGN-WITH PAYLOAD/],
  ['dev --allowed-hosts *.example', 2, /--allowed-hosts cannot contain `\*\.example`/, /without ports/],
  [`whoami --organization-id ${ID} --api-private-key-file empty`, 2, /empty is empty/, /the private key/],
  ['serve --database-url postgres://h/d --smtp-url-file empty', 2, /empty is empty/, /the SMTP URL/],
  ['serve', 2, /the database URL is missing/, /DATABASE_URL/],
  ['serve --database-url mysql://secret@h/d', 2, /^(?!.*secret).*not a PostgreSQL URL/s, /^(?!.*secret)/s],
  ['init --database-url postgres://h/d', 2, /choose one way to store the root secret/, /--shares N/],
  ['sign 0x00 -5', 2, /`-5` looks like a flag/, /put -- before/],
  ['activities show ""', 2, /ACTIVITY is empty/, /usage: keywright activities show/],
  ['wallets create ""', 2, /NAME is empty/, /usage: keywright wallets create/],
  ['wallets create w --words 13', 2, /--words cannot be `13`/, /12, 15, 18, 21, 24/],
  ['generate api-key --out empty', 2, /cannot write empty: it already exists/, /another name/],
  ['generate target-key --out empty', 2, /cannot write empty/, /another name/],
  ['generate holder-key empty', 2, /cannot write empty/, /another name/],
  ['passkey create empty', 2, /cannot write empty/, /another name/],
  ['passkey create p --rp-id=a,b', 2, /--rp-id cannot be `a,b`/, /a host name/],
  [
    'passkey create p --rp-id a.example --origin https://*.a.example',
    2,
    /--origin cannot be `.*\*/,
    /without a path/,
  ],
  ['passkey create p --origin nonsense', 2, /--origin cannot be `nonsense`/, /without a path/],
  ['passkey stamp empty x', 2, /empty is not a passkey file/, /passkey create/],
  ['passkey stamp object.json x', 2, /object.json is not a passkey file/, /passkey create/],
  ['passkey stamp gone x', 2, /cannot read gone/, /paths are relative/],
  [`verify alice hello 0x00`, 2, /`alice` is neither an address nor a public key/, /--accounts/],
  [`verify ${ADDRESS} hello 0x12`, 2, /the signature has 1 byte$/m, /65 bytes/],
  [
    `verify ${ADDRESS} hello 0x${'11'.repeat(64)}`,
    2,
    /cannot be checked against an address/,
    /the signature with its v/,
  ],
  [`verify ${ADDRESS} hello zz`, 2, /the signature is not hexadecimal/, /keywright sign prints/],
  [`verify ${ADDRESS} @empty 0x00`, 2, /empty is empty/, /''/],
  [`interfaces add erc21 ${ADDRESS}`, 2, /`erc21`/, /erc20/],
  ['interfaces add weth', 2, /weth has no address of its own/, /address of the contract/],
  ['policy check list.json', 2, /list.json contains no policy/, /add a policy/],
  ['policy check bad.json', 2, /bad.json is not JSON/, /a policy is/],
  ['policy check text --interfaces list.json', 2, /list.json has no contract interfaces$/m, /--json/],
  ['policy check text --interfaces bad.json', 2, /bad.json has no contract interfaces$/m, /--json/],
  ['whoami --state my\u00a0folder', 2, /my\sfolder is not the state folder/, /--state "my\sfolder"$/m],
  ['policy check gone', 2, /cannot read gone/, /paths are relative/],
  ['policy explain', 2, /no request to explain/, /--request FILE/],
  ['policy explain policy.json --request empty', 2, /empty is not JSON: it is empty/, /one JSON document/],
  [
    'policy explain policy.json --request list.json',
    2,
    /list.json is missing or not an object/,
    /for example/,
  ],
  ['policy test object.json', 2, /object.json: `cases` is missing/, /expected \{"policies"/],
  ['policy test no-cases.json', 2, /`cases` is missing, empty/, /expected \{"policies"/],
  ['policy test no-verdict.json', 2, /case 1: `expect` is missing/, /ALLOWED/],
  ['policy test elsewhere.json', 2, /elsewhere.json: policies: cannot read gone.json/, /of the test file/],
  ['policy explain --body {} --activity x', 2, /cannot be combined/, /--request FILE/],
  ['stamp verify - -', 2, /cannot contain both/, /@FILE/],
  ['bundle open x', 2, /the private target key is missing/, /generate target-key/],
  ['bundle open x --target-key-file empty', 2, /empty is empty/, /generate target-key/],
  ['bundle open @empty --target-key-file key', 2, /the bundle is empty/, /the whole bundle/],
  ['bundle open x --target-key-file text', 2, /key in text must be 64 hexadecimal/, /generate target-key/],
  ['bundle open x --target-key-file key', 2, /is not base64url/, /the whole bundle/],
  ['bundle open @text --target-key-file key --out empty', 2, /cannot write empty/, /another name/],
  ['bundle seal x hello', 2, /SECRET must not be an argument/, /@FILE/],
  ['bundle seal {} @text --kind code', 2, /must be used together/, /verifies that key/],
  ['bundle seal - -', 2, /cannot contain both/, /@FILE/],
  [`bundle seal @empty @text --signer-public-key ${SIGNER}`, 2, /the bundle is empty/, /--help/],
  [`bundle seal @text @empty --signer-public-key ${SIGNER}`, 2, /the secret is empty/, /--help/],
  [
    `bundle seal x @text --user-id u --organization-id ${ID} --signer-public-key ${SIGNER}`,
    2,
    /at least 12 words/,
    /--kind/,
  ],
  ['dev --port 99999', 2, /--port cannot be `99999`/, /65535/],
  ['dev --examples --seed 1', 2, /--examples and --seed cannot be combined/, /remove one/],
  ['dev --seed=-1', 2, /--seed cannot be `-1`/, /whole number/],
  ['dev --database-url postgres://u:p@h/d', 2, /contains a password/, /--database-url-file/],
  ['exec', 2, /PROGRAM is missing/, /usage/],
  ['exec --seed x -- true', 2, /--seed cannot be `x`/, /whole number/],
  ['conformance', 2, /PROGRAM is missing/, /after --/],
  ['conformance --only nope', 2, /unknown check `nope`/, /--list/],
  ['conformance --list=x', 2, /--list takes no value, but got `x`/, /usage/],
  ['serve --database-url-file empty', 2, /empty is empty/, /the database URL/],
  ['serve --database-url postgres://h/d --metrics no', 2, /--metrics cannot be `no`/, /0\.0\.0\.0:9090/],
  ['serve --database-url postgres://h/d --drain-seconds 5s', 2, /cannot be `5s`/, /0 to 3600/],
  ['serve --database-url postgres://h/d --tls-cert x', 2, /the TLS private key is missing/, /set both/],
  ['migrate', 2, /the database URL is missing/, /DATABASE_URL/],
  [
    'migrate --database-url-file broken-url',
    2,
    /^(?!.*s#cret).*URL in broken-url cannot be read/s,
    /%23 for #/,
  ],
  ['migrate --database-url postgres://u@h:99999/d', 2, /URL in --database-url cannot be read/, /%23 for #/],
  ['migrate --database-url mysql://h/d', 2, /not a PostgreSQL URL/, /postgres:/],
  ['migrate --plan --database-url-file gone', 2, /cannot read gone/, /paths/],
  ['backup', 2, /FILE is missing/, /usage/],
  ['backup b', 2, /the database URL is missing/, /DATABASE_URL/],
  ['restore gone --database-url mysql://h/d', 2, /not a PostgreSQL URL/, /postgres:/],
  ['init --database-url postgres://h/d --shares 3', 2, /must be used together/, /--threshold 3/],
  [
    'init --database-url postgres://h/d --shares 3 --threshold 2 --api-public-key zz',
    2,
    /--api-public-key cannot be used: .*not hexadecimal/,
    /generate api-key/,
  ],
  [
    'init --database-url postgres://h/d --holders empty --share-folder s --threshold 2',
    2,
    /empty lists no holder/,
    /a name and a public key/,
  ],
  ['unseal text', 2, /no share found in text/, /kwshare1/],
  ['unseal --discard text', 2, /--discard takes no shares/, /omit the files/],
  ['seal --operator-url nowhere', 2, /`nowhere` is neither a Unix socket nor an HTTP URL/, /8788/],
  ['losses --operator-url nowhere', 2, /`nowhere` is neither a Unix socket nor an HTTP URL/, /8788/],
  ['diagnose --operator-url nowhere', 2, /`nowhere` is neither a Unix socket nor an HTTP URL/, /8788/],
  ['reshare --abort text', 2, /--abort takes no shares/, /alone/],
  ['unseal gone', 2, /cannot read gone/, /paths/],
  ['unseal text --holder-key gone', 2, /cannot read gone/, /paths/],
  ['rotate-webhook-key --overlap-days 400', 2, /--overlap-days cannot be `400`/, /0 to 365/],
  ['rotate-root', 2, /choose one way to store the new root secret/, /--new-key-file/],
  ['rotate-root --abort text', 2, /--abort takes no shares/, /alone/],
  ['rotate-root --retire --new-key-file f', 2, /--retire creates no root secret/, /without/],
  ['rotate-root --new-key-file f --new-key-command c', 2, /stored in one way/, /shares are possible/],
  ['rotate-root --new-pkcs11-key k', 2, /--new-pkcs11-key requires --pkcs11-module/, /library/],
  ['reshare', 2, /--shares and --threshold are missing/, /--shares 5/],
  ['reshare text --shares 3 --threshold 9', 2, /--threshold cannot be `9`/, /from 2 to 3/],
  [
    'reshare text --shares 3 --threshold 2 --database-url postgres://h/d',
    2,
    /no share found in text/,
    /kwshare1/,
  ],
  ['mcp --port abc', 2, /--port cannot be `abc`/, /65535/],
  ['mcp --allow-writes', 2, /--allow-writes needs --server/, /URL/],
  ['mcp --port 0 --server http://127.0.0.1:1', 2, /--port and --server cannot be combined/, /your key/],
  [
    'mcp --server ftp://keys.example',
    2,
    /base URL `ftp:\/\/keys.example` is not an HTTP URL/,
    /set --server to a URL/,
  ],
  ['mcp --docs gone', 2, /cannot read gone/, /paths/],
  ['mcp --docs empty', 2, /empty cannot be read: not an llms-full.txt/, /npm run build/],
  ['journal verify --state gone', 2, /gone contains no database/, /--state/],
  ['journal export --state gone', 2, /gone contains no database/, /--state/],
  ['journal prune --before 2026-01-01 --state gone', 2, /gone contains no database/, /--state/],
  ['journal erase --state gone', 2, /--organization-id and --user-id are required/, /deleted user/],
  ['journal prune --state gone', 2, /--before is missing/, /2026-01-01/],
  ['journal prune --before yesterday --state gone', 2, /`yesterday` is not a time/, /such as 2027/],
  ['journal verify --database-url-file empty', 2, /empty is empty/, /database URL/],
  ['journal verify --database-url mysql://h/d', 2, /not a PostgreSQL URL/, /postgres:/],
  ['doctor --port abc', 2, /--port cannot be `abc`/, /65535/],
]

/** Fails with a development server. */
const served: readonly Row[] = [
  [
    'whoami --organization-id zzz',
    2,
    /organization ID `zzz` is not a UUID/,
    /the ID that the server printed/,
  ],
  [`whoami ${CLOSED}`, 3, /cannot reach http:\/\/127\.0\.0\.1:1/, /keywright dev/],
  ['whoami --request-timeout 99999999999', 2, /--request-timeout cannot be `99999999999`/, /up to 2147483/],
  ['request wallet_create {}', 2, /unknown call `wallet_create`/, /create_wallet\b/],
  ['request nosuch', 2, /unknown call `nosuch`/, /the documentation lists all calls/],
  ['request create_wallet @empty', 2, /the body is not JSON: it is empty/, /@FILE/],
  ['request create_wallet []', 2, /the body is not a JSON object/, /for example: '/],
  ['request create_wallet @gone', 2, /cannot read gone/, /paths/],
  [`sign ${ADDRESS} @empty`, 2, /empty is empty/, /''/],
  [`sign ${ADDRESS} -`, 2, /standard input is empty/, /''/],
  [`sign ${ADDRESS} hello --hash md5`, 2, /--hash cannot be `md5`/, /keccak256/],
  [`sign ${ADDRESS} hello --eip191 --eip712`, 2, /--eip191, --eip712 and --encoding conflict/, /one of them/],
  [`sign ${ADDRESS} 02e8 --transaction ethereum --eip191`, 2, /cannot be combined/, /omit --eip191/],
  [`sign ${ADDRESS} @gone`, 2, /cannot read gone/, /paths/],
  [`sign ${ADDRESS} hello`, 1, /SIGNER_NOT_FOUND/, /--accounts/],
  ['activities show zzz', 2, /`zzz` is not an activity ID/, /UUID.*activities list/],
  [`activities show ${ID}`, 1, /ACTIVITY_NOT_FOUND/, /activities list/],
  ['activities watch zzz', 2, /`zzz` is not an activity ID/, /UUID.*activities list/],
  ['activities list --limit 0', 2, /--limit cannot be `0`/, /from 1 to 100/],
  ['activities list --type nope', 2, /unknown activity type `nope`/, /create_wallet|types/i],
  ['activities approve zzz --yes', 2, /`zzz` is neither an activity ID nor a fingerprint/, /UUID/],
  [`activities reject ${ID} --yes`, 1, /ACTIVITY_NOT_FOUND/, /activities list/],
  ['activities watch --interval 0', 2, /--interval cannot be `0`/, /seconds/],
  [`activities watch ${ID}`, 1, /ACTIVITY_NOT_FOUND/, /activities list/],
  ['policy explain --activity zzz', 2, /`zzz` is not an activity ID/, /UUID.*activities list/],
  [`policy explain --activity ${ID}`, 1, /ACTIVITY_NOT_FOUND/, /activities list/],
  ['policy explain --body x', 2, /not JSON/, /body of a submit/],
  ['policy explain --transaction 02', 2, /--sign-with is missing/, /address of the wallet account/],
  ['policy explain --body {}', 2, /no `type` and `parameters`/, /body of a submit/],
]

const hostOf = (options: TestHostOptions = {}) => hostOfFolder({ files, ...options })

const words = (line: string) => line.split(' ').map((word) => (word === '""' ? '' : word))

function expectRefusal(said: { out: string; err: string; exitCode: number }, [, exitCode, says, hint]: Row) {
  expect(said.err).toMatch(says)
  expect(/ {2}hint: [\s\S]*/.exec(said.err)?.[0]).toMatch(hint)
  expect(said.err).toMatch(/^error: /)
  expect(said.err).not.toMatch(
    /^ +at |undefined|bug in the command line| 1 (byte|character|word|time|second|share|row|case|policie)s\b/m,
  )
  expect(said.exitCode).toBe(exitCode)
  expect(said.out).toBe('')
}

describe('bad input', () => {
  it.each(alone)('%s', async (...row) => {
    const host = hostOf({ env: {} })
    expectRefusal(await host.run(...words(row[0])), row)
    expect(new Map(Object.entries(files))).toEqual(host.files)
  })

  it.each(served)('%s, with a server', async (...row) => {
    const host = hostOf()
    expectRefusal(await host.run(...words(row[0])), row)
    expect(new Map(Object.entries(files))).toEqual(host.files)
  })

  it('is reported as one JSON document with the same exit code', async () => {
    for (const [line, exitCode] of [...alone, ...served].filter(([line]) => !line.includes(' -- '))) {
      const said = await hostOf().run(...words(line), '--json')
      expect([line, said.json<{ error: { exitCode: number } }>().error.exitCode]).toEqual([line, exitCode])
      expect(said.err).toBe('')
    }
  })

  it('is tested for every command', () => {
    const tried = [...alone, ...served].map(([line]) => line)
    const untried = commands.filter(
      ({ name }) => !tried.some((line) => line === name || line.startsWith(`${name} `)),
    )
    // Takes only flags that other commands have too.
    expect(untried.map(({ name }) => name)).toEqual(['wallets list'])
  })
})

describe('the empty message', () => {
  it("is signed when passed as ''", async () => {
    const made = await hostOf().run('wallets', 'create', 'one', '--json')
    const [address] = made.json<{ addresses: string[] }>().addresses
    const { exitCode, out } = await hostOf().run('sign', address!, '')
    expect(exitCode).toBe(0)
    const signature = /0x[0-9a-f]{130}/.exec(out)![0]
    expect((await hostOf().run('verify', address!, '', signature)).exitCode).toBe(0)
  })
})

describe('a finding in a very long line', () => {
  it('shows only the text around the position', async () => {
    const long = `${'a'.repeat(500)} == `
    const { out } = await hostOf({ input: `true && ${long}` }).run('policy', 'check', '-')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(250)
    const marked = /^ {4}(.*)\n {4}( *)\^/m.exec(out)!
    expect(marked[1]!.length).toBeGreaterThanOrEqual(marked[2]!.length)
  })
})

it('treats an empty environment variable as unset', async () => {
  const { err } = await hostOf({ env: { KEYWRIGHT_STATE: '', KEYWRIGHT_BASE_URL: '' } }).run('whoami')
  expect(err).toMatch(/the organization ID is missing/)
})

it.each([
  ['EACCES', 'permission denied', /check the owner/, /can write to/],
  ['EISDIR', 'it is a folder', /pass a file in this folder/, /^(?!.*hint)/s],
  ['ENOSPC', 'the disk is full', /^(?!.*hint)/s, /another disk/],
])('suggests what to do about %s when reading and writing', async (code, reason, reading, writing) => {
  const host = hostOf()
  host.readFile = async () => Promise.reject(Object.assign(new Error(code), { code }))
  host.writeFile = async () => Promise.reject(Object.assign(new Error(code), { code }))
  const read = await host.run('policy', 'check', 'there')
  expect(read.err).toContain(`cannot read there: ${reason}`)
  expect(read.err).toMatch(reading)
  const written = await host.run('generate', 'api-key', '--out', 'there')
  expect(written.err).toContain(`cannot write there: ${reason}`)
  expect(written.err).toMatch(writing)
  expect([read.exitCode, written.exitCode]).toEqual([2, 2])
})

describe('hints', () => {
  it('are about errors that exist', () => {
    expect(Object.keys(hints).filter((code) => !Object.hasOwn(errors, code))).toEqual([])
  })

  it('do not suggest the command that just failed, except with a flag, in usage lines and in examples', () => {
    expect(hintBeside('keywright whoami shows it', 'whoami')).toBeUndefined()
    expect(hintBeside('keywright whoami shows it\nask a root user', 'whoami')).toBe('ask a root user')
    expect(hintBeside('keywright whoami shows it', 'sign')).toBe('keywright whoami shows it')
    for (const hint of [
      'keywright sign --help shows the usage',
      'keywright sign --encoding hex signs bytes',
      'usage: keywright sign A B',
      'for example: keywright sign A',
    ]) {
      expect(hintBeside(hint, 'sign')).toBe(hint)
    }
  })
})
