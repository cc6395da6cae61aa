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
