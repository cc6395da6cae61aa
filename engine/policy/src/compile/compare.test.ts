import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'
import type { RequestFacts } from '../facts.ts'
import { compilePolicy } from '../policy.ts'

const applies = (condition: string, facts: object) =>
  decide({
    policies: [compilePolicy({ policyId: 'p', effect: 'EFFECT_ALLOW', condition })],
    facts: facts as RequestFacts,
    approvers: [{ id: 'u', tags: [], email: '', alias: '' }],
    users: [],
  }).verdict === 'ALLOWED'

const signing = { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', resource: 'PRIVATE_KEY', action: 'SIGN' }
const paying = (address: string) => ({ activity: signing, bitcoin: { tx: { outputs: [{ address }] } } })

describe('a Bitcoin address is what it pays to, whichever network it is written for', () => {
  // BIP-173 and BIP-350, test vectors; the public key of 1 as P2PKH, and a script as P2SH, on both networks.
  const PAIRS = [
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', '2NEZu4U1RKsmtFF5nMVxNYbjGhdtPn7Jtuo'],
  ] as const

  test.each(PAIRS.slice(0, 2))('%s and %s', (one, other) => {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(applies(`bitcoin.tx.outputs.all(o, o.address == '${a}')`, paying(b))).toBe(true)
      expect(applies(`bitcoin.tx.outputs.all(o, o.address in ['${a}'])`, paying(b))).toBe(true)
      expect(applies(`bitcoin.tx.outputs.any(o, o.address != '${a}')`, paying(b))).toBe(false)
    }
  })

  test("and a different recipient isn't equal", () => {
    const all = PAIRS.map(([one]) => one)
    for (const one of all)
      for (const other of all)
        expect(applies(`bitcoin.tx.outputs.all(o, o.address == '${one}')`, paying(other))).toBe(one === other)
    expect(applies("bitcoin.tx.outputs.all(o, o.address == '')", paying(all[0]!))).toBe(false)
    expect(applies("bitcoin.tx.outputs.all(o, o.address == 'bc1q')", paying(all[0]!))).toBe(false)
  })
})

describe('a public key is the same in both its forms', () => {
  // The generator of P-256 (SEC 2, 2.4.2), and the point opposite to it.
  const X = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'
  const Y = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'
  const exporting = (target: string) => ({
    activity: {
      type: 'ACTIVITY_TYPE_EXPORT_WALLET',
      resource: 'WALLET',
      action: 'EXPORT',
      params: { target_public_key: target },
    },
  })

  test.each([
    [`04${X}${Y}`, `03${X}`, true],
    [`03${X}`, `04${X}${Y}`, true],
    [`03${X.toUpperCase()}`, `04${X}${Y.toUpperCase()}`, true],
    [`04${X}${Y}`, `02${X}`, false],
  ])('%s and %s', (literal, target, isSame) => {
    expect(applies(`activity.params.target_public_key == '${literal}'`, exporting(target))).toBe(isSame)
  })
})

describe('the letter case of an address or key without meaning is ignored', () => {
  const account = (address: string) => ({ activity: signing, wallet_account: { address } })
  // BIP-173 allows Bech32 in upper case, as QR codes have it.
  const LOWER = [
    ['an Ed25519 key', 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'],
    ['a compressed key', '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
    ['a SegWit address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['a Cosmos address', 'cosmos1w508d6qejxtdg4y5r3zarvary0c5xw7k0kkyts'],
  ] as const

  test.each(LOWER)('%s', (_, address) => {
    for (const literal of [address, address.toUpperCase()]) {
      expect(applies(`wallet_account.address == '${literal}'`, account(address))).toBe(true)
      expect(applies(`wallet_account.address in ['${literal}']`, account(address))).toBe(true)
      expect(applies(`wallet_account.address == '${literal.slice(1)}'`, account(address))).toBe(false)
    }
  })

  test('but that of Base58 is not', () => {
    const address = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'
    expect(applies(`wallet_account.address == '${address}'`, account(address))).toBe(true)
    expect(applies(`wallet_account.address == '${address.toLowerCase()}'`, account(address))).toBe(false)
  })

  test('an Ed25519 key that stamped an approval', () => {
    const [[, key]] = LOWER
    const credential = { id: 'c', user_id: 'u', type: 'CREDENTIAL_TYPE_API_KEY_ED25519', credential_id: '' }
    const deny = compilePolicy({
      policyId: 'p',
      effect: 'EFFECT_DENY',
      consensus: `credentials.any(c, c.public_key == '${key.toUpperCase()}')`,
    })
    const { verdict } = decide({
      policies: [deny],
      facts: { activity: signing },
      approvers: [{ id: 'u', tags: [], email: '', alias: '' }],
      users: [],
      credentials: [{ ...credential, public_key: key }],
      isBuiltInAllowed: true,
    })
    expect(verdict).toBe('DENIED')
  })
})

describe('an email address is the same in any letter case', () => {
  const denies = (consensus: string, email: string) =>
    decide({
      policies: [compilePolicy({ policyId: 'p', effect: 'EFFECT_DENY', consensus })],
      facts: { activity: signing },
      approvers: [{ id: 'u', tags: [], email, alias: 'Eve' }],
      users: [],
      isBuiltInAllowed: true,
    }).verdict === 'DENIED'

  test.each([
    ['eve@x.example', 'Eve@X.example', true],
    ['EVE@x.example', 'eve@x.example', true],
    ['eva@x.example', 'Eve@x.example', false],
    // Two letters whose lower case is an ASCII letter, which other mailboxes may have.
    ['k@x.example', '\u212a@x.example', false],
    ['i@x.example', '\u0130@x.example', false],
  ])('%s in a deny, and %s', (literal, email, isSame) => {
    expect(denies(`approvers.any(u, u.email == '${literal}')`, email)).toBe(isSame)
    expect(denies(`approvers.any(u, u.email in ['${literal}'])`, email)).toBe(isSame)
    expect(denies(`approvers.any(u, u.email != '${literal}')`, email)).toBe(!isSame)
    const target = { activity: signing, target_user: { id: 't', tags: [], email, alias: '', root: false } }
    expect(applies(`target_user.email == '${literal}'`, target)).toBe(isSame)
  })

  test('but a name is not', () => {
    expect(denies("approvers.any(u, u.alias == 'eve')", 'a@x.example')).toBe(false)
    expect(denies("approvers.any(u, 'eve' in [u.email, u.alias])", 'a@x.example')).toBe(false)
  })
})

describe('a list of several formats keeps what each says of letter case', () => {
  const [hex, one, other] = [
    '0xAb00000000000000000000000000000000000000',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  ]
  const facts = { ...paying(one), wallet_account: { address: hex }, wallet: { id: 'w', label: 'main' } }
  const members = ['wallet_account.address', 'bitcoin.tx.outputs[0].address', 'wallet.label']
  const orders = members.map((_, n) => [...members.slice(n), ...members.slice(0, n)])

  test.each([...orders, ...orders.map((order) => order.toReversed())])('[%s, %s, %s]', (...order) => {
    const isIn = (text: string) => applies(`'${text}' in [${order.join(', ')}]`, facts)
    expect([hex.toLowerCase(), other, 'main', 'MAIN', one.slice(1)].map(isIn)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
