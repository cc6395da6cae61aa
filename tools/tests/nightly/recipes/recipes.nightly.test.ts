/** Walks the recipes of CONTRIBUTING.md in a copy: each forgotten step fails by name, and the last one makes all green. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Copy, copyRepository } from './copy.ts'

const COVERAGE = 'engine/core/test/callCoverage/coverage.test.ts'
const VOCABULARY = 'engine/core/test/callCoverage/vocabulary.test.ts'

/** One for all recipes, because the first check of all types takes longer than the rest. */
let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

describe('Add a policy field', () => {
  it('the compiler names the place that fills the field', () => {
    copy.edit(
      'engine/policy/src/vocabulary/organization.ts',
      "later('label', 'string', 'The name of the key.'),",
      "later('label', 'string', 'The name of the key.'),\n    later('curve', 'string', 'The curve of the key.'),",
    )
    copy.edit(
      'engine/policy/src/facts.ts',
      '  readonly tags: readonly string[]\n}\n\nexport interface EthereumTransactionFacts',
      '  readonly tags: readonly string[]\n  readonly curve?: string\n}\n\nexport interface EthereumTransactionFacts',
    )
    expect(copy.types()).toEqual(['engine/core/src/authorize/objectFacts.ts'])
  })

  it('a test names the field while no decision has it', () => {
    expect(copy.tests(VOCABULARY)).toEqual(['PrivateKey.curve has a value in some decision'])
  })

  it('is green once the engine fills it', () => {
    copy.edit(
      'engine/core/src/authorize/objectFacts.ts',
      'privateKeyName: label } = key\n  return { id, tags,',
      'privateKeyName: label, curve } = key\n  return { id, tags, curve,',
    )
    copy.edit(
      'engine/policy/cases/denies.txt',
      '\n# a transaction that names no chain: an allow does not apply\n',
      "\n# the curve of a key\ndeny\ncondition: private_key.curve == 'CURVE_ED25519'\nconsensus: true\nby u-ann with raw payload, private_key.curve = 'CURVE_ED25519' ==> OUTCOME_DENY_EXPLICIT\n\n# a transaction that names no chain: an allow does not apply\n",
    )
    expect(copy.types()).toEqual([])
    expect(copy.tests(VOCABULARY, 'engine/policy/src')).toEqual([])
  })
})

describe('Add an error', () => {
  it('the compiler asks for its words and for a request that causes it', () => {
    copy.edit(
      'contract/src/errors.ts',
      '  NAME_TAKEN: exists(',
      "  WALLET_NAME_RESERVED: invalid('execute', 'wallet name `{name}` is reserved'),\n  NAME_TAKEN: exists(",
    )
    expect(copy.types()).toEqual([
      'contract/src/words.ts',
      'engine/core/test/callCoverage/refusals.ts',
      'sdk/client/src/generated.test.ts',
    ])
  })

  it('a test names the error while no request causes it', () => {
    copy.edit(
      'contract/src/words/errors.json',
      '  "NAME_TAKEN": {',
      '  "WALLET_NAME_RESERVED": {\n    "situation": "wallet name reserved",\n    "cause": "The name is kept for wallets of the service.",\n    "help": "Choose another name."\n  },\n  "NAME_TAKEN": {',
    )
    copy.edit(
      'engine/core/test/callCoverage/refusals.ts',
      "  NAME_TAKEN: ({ root }) => createWallet(root, { walletName: 'treasury' }),",
      "  NAME_TAKEN: ({ root }) => createWallet(root, { walletName: 'treasury' }),\n  WALLET_NAME_RESERVED: ({ root }) => createWallet(root, { walletName: 'reserved' }),",
    )
    copy.generate('client', 'clients')
    expect(copy.types()).toEqual([])
    expect(copy.tests(COVERAGE).join('\n')).toContain('WALLET_NAME_RESERVED')
  })

  it('is green once the engine throws it and the call lists it', () => {
    copy.edit(
      'engine/core/src/calls/wallets.ts',
      '    await assertNewWallet(context, intent)\n    return',
      "    await assertNewWallet(context, intent)\n    if (intent.walletName === 'reserved') throw new ApiError('WALLET_NAME_RESERVED', { name: intent.walletName })\n    return",
    )
    copy.edit(
      'contract/src/words/calls.json',
      'use `create_wallet_accounts` to add more later.",\n    "errors": [\n',
      'use `create_wallet_accounts` to add more later.",\n    "errors": [\n      "WALLET_NAME_RESERVED",\n',
    )
    copy.generate('client', 'clients')
    expect(copy.types()).toEqual([])
    expect(copy.tests(COVERAGE, 'contract/', 'clients/', 'sdk/client/src/generated.test.ts')).toEqual([])
  })
})

describe('Add a call', () => {
  it('the compiler asks for its words, a handler, an accepted request and a recorded response', () => {
    copy.edit(
      'contract/src/calls/wallets.ts',
      '  list_wallets: query({}, { wallets: list(Wallet) }),\n',
      '  list_wallets: query({}, { wallets: list(Wallet) }),\n  count_wallets: later(query({}, { count: text })),\n',
    )
    expect(copy.types()).toEqual(
      expect.arrayContaining([
        'contract/src/openapi.ts',
        'contract/src/words.ts',
        'engine/core/src/handlers.ts',
        'engine/core/test/callCoverage/accepted/queries.ts',
        'sdk/client/src/generated.test.ts',
      ]),
    )
  })

  it('is green after the last step', () => {
    copy.edit(
      'contract/src/words/calls.json',
      '  "get_wallet_account": {\n',
      '  "count_wallets": {\n    "summary": "Counts the wallets of the organization.",\n    "description": "Deleted wallets don’t count.",\n    "fields": { "count": "Number of wallets." }\n  },\n  "get_wallet_account": {\n',
    )
    copy.edit(
      'engine/core/src/calls/wallets.ts',
      'export const queries = { get_wallet,',
      "const count_wallets: Query<'count_wallets'> = async ({ rows }) => ({ count: String(await rows.count('wallets')) })\n\nexport const queries = { count_wallets, get_wallet,",
    )
    copy.edit(
      'engine/core/test/callCoverage/accepted/queries.ts',
      '  list_wallets: nothing,\n',
      '  list_wallets: nothing,\n  count_wallets: nothing,\n',
    )
    copy.generate('client', 'clients', 'answers')
    expect(copy.types()).toEqual([])
    expect(copy.tests(COVERAGE, 'contract/', 'clients/', 'sdk/client/src/generated.test.ts')).toEqual([])
  })
})
