import type { WalletAccountParams } from '@keywright/contract'
import { addressOf, keccak256, parseHex, sha256, toHex, toUtf8, tweakTaprootPublicKey } from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction as BitcoinTransaction, p2tr, p2wpkh } from '@scure/btc-signer'
import { PublicKey, Transaction as SolanaTransaction, SystemProgram } from '@solana/web3.js'
import { Transaction } from 'ethers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addPrivateKey, addUser, allow, deny, type Person } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, refused, root } from '../../test/support/setting.ts'

let bob: Person
let walletId: string
let ethereum: string
let solana: string
let taproot: string
let segwit: string
let publicKeys: Record<string, Uint8Array>
let privateKeyId: string

const account = (
  addressFormat: WalletAccountParams['addressFormat'],
  path: string,
  curve: WalletAccountParams['curve'] = 'CURVE_SECP256K1',
): WalletAccountParams => ({ addressFormat, path, curve, pathFormat: 'PATH_FORMAT_BIP32' })

inOrganization()
beforeEach(async () => {
  bob = await addUser(engine, root, 'bob')
  ;({
    walletId,
    addresses: [ethereum, solana, taproot, segwit],
  } = (await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'treasury',
    accounts: [
      account('ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/0"),
      account('ADDRESS_FORMAT_SOLANA', "m/44'/501'/0'/0'", 'CURVE_ED25519'),
      account('ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR', "m/86'/1'/0'/0/0"),
      account('ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', "m/84'/1'/0'/0/0"),
    ],
  })) as { walletId: string; addresses: [string, string, string, string] })
  const { accounts } = await root.query('list_wallet_accounts', { walletId })
  publicKeys = Object.fromEntries(
    accounts.map((each) => [each.address, parseHex(each.publicKey!, 'public key')]),
  )
  privateKeyId = await addPrivateKey(root, 'key')
})

const NOT_PERMITTED = 'NOT_PERMITTED_BY_POLICY'
let policies = 0
const allowBob = (condition: string) =>
  root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: `policy ${policies++}`,
    effect: 'EFFECT_ALLOW',
    condition,
    consensus: `approvers.any(a, a.id == '${bob.userId}')`,
  })

const payloadOf = (change: object = {}) => ({
  signWith: ethereum,
  payload: 'hello',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
  hashFunction: 'HASH_FUNCTION_KECCAK256' as const,
  ...change,
})
const signPayload = (change: object = {}, as = root) =>
  as.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', payloadOf(change))
const signPayloads = (payloads: string[], change: object = {}, as = root) => {
  const { payload: _, ...rest } = payloadOf(change)
  return as.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', { ...rest, payloads })
}
interface RSV {
  readonly r: string
  readonly s: string
  readonly v: string
}
const bytesOf = ({ r, s }: RSV) => parseHex(r + s, 'signature')
const isSignedBy = (signature: RSV, digest: Uint8Array, publicKey: Uint8Array) =>
  secp256k1.verify(bytesOf(signature), digest, publicKey, { prehash: false })

describe('raw payloads', () => {
  it('are signed with an account, recoverably', async () => {
    const signature = await signPayload()
    const digest = keccak256(toUtf8('hello'))
    expect(isSignedBy(signature, digest, publicKeys[ethereum]!)).toBe(true)
    const recovered = secp256k1.Signature.fromBytes(bytesOf(signature))
      .addRecoveryBit(Number.parseInt(signature.v, 16))
      .recoverPublicKey(digest)
    expect(recovered.toBytes(true)).toEqual(publicKeys[ethereum])
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
    expect(engine.faults).toEqual([])
  })

  it('version 1 names a private key by its id', async () => {
    const { signWith: _, ...rest } = payloadOf({ hashFunction: 'HASH_FUNCTION_SHA256' })
    const signature = await root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD', { privateKeyId, ...rest })
    const { privateKey } = await root.query('get_private_key', { privateKeyId })
    const publicKey = parseHex(privateKey.publicKey, 'public key')
    expect(isSignedBy(signature, sha256(toUtf8('hello')), publicKey)).toBe(true)
  })

  it('are signed as messages on ed25519, and with Schnorr for a taproot address', async () => {
    const message = await signPayload({ signWith: solana, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' })
    expect(ed25519.verify(bytesOf(message), toUtf8('hello'), publicKeys[solana]!)).toBe(true)
    expect(message.v).toBe('00')
    const digest = sha256(toUtf8('hello'))
    const tap = await signPayload({
      signWith: taproot,
      payload: `0x${toHex(digest)}`,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
    expect(schnorr.verify(bytesOf(tap), digest, tweakTaprootPublicKey(publicKeys[taproot]!))).toBe(true)
  })

  it('require the exact spelling of addresses', async () => {
    const attempt = () => signPayload({ signWith: ethereum.toLowerCase() })
    expect(await refused(attempt)).toBe('SIGNER_NOT_FOUND')
    const onSolana = () => signPayload({ signWith: solana })
    expect(await refused(onSolana)).toBe('HASH_FUNCTION_MISMATCH')
  })

  it('are signed as a list in order, all or none', async () => {
    const texts = ['one', 'two', 'three']
    const { signatures } = await signPayloads(texts)
    for (const [n, text] of texts.entries()) {
      expect(isSignedBy(signatures![n]!, keccak256(toUtf8(text)), publicKeys[ethereum]!)).toBe(true)
    }
    expect((await signPayloads([])).signatures).toEqual([])
    const hex = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' }
    const attempt = () => signPayloads(['00', 'zz'], hex)
    expect(await refused(attempt)).toBe('PAYLOAD_MALFORMED')
  })

  it('match policies about wallet, account, private key or parameters, but not about transactions', async () => {
    await allowBob('eth.tx.chain_id == 1')
    expect(await refused(() => signPayload({}, bob.client))).toEqual(NOT_PERMITTED)
    await allowBob(
      `wallet.id == '${walletId}' && wallet_account.address == '${ethereum}' && activity.action == 'SIGN' && activity.params.hash_function == 'HASH_FUNCTION_KECCAK256'`,
    )
    await signPayload({}, bob.client)
    await signPayloads(['a', 'b'], {}, bob.client)
    const sha = { hashFunction: 'HASH_FUNCTION_SHA256' }
    expect(await refused(() => signPayload(sha, bob.client))).toEqual(NOT_PERMITTED)
    const byKey = { signWith: privateKeyId }
    expect(await refused(() => signPayload(byKey, bob.client))).toEqual(NOT_PERMITTED)
    await allowBob(`private_key.id == '${privateKeyId}'`)
    await signPayload(byKey, bob.client)
  })
})

// The mail in the example of EIP-712: https://eips.ethereum.org/EIPS/eip-712
const MAIL = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
      { name: 'stamps', type: 'uint64' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: '0x1',
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: [{ name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' }],
    contents: 'Hello, Bob!',
    stamps: '12',
  },
}

describe('typed data and authorizations', () => {
  const EIP712 = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' }
  const EIP7702 = {
    encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  }
  const payload = JSON.stringify(MAIL)
  const authorization = { address: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC', chainId: 1, nonce: '7' }

  it('show every signed member of a domain, and have no other', async () => {
    const salt = `0x${'ab'.repeat(32)}`
    const withDomain = (members: object, fields: object[] = []) =>
      JSON.stringify({
        ...MAIL,
        types: { ...MAIL.types, EIP712Domain: [...MAIL.types.EIP712Domain, ...fields] },
        domain: { ...MAIL.domain, ...members },
      })
    const salted = (value: string) => withDomain({ salt: value }, [{ name: 'salt', type: 'bytes32' }])
    await allowBob(`eth.eip_712.domain.salt == '${salt}'`)
    await signPayload({ payload: salted(salt.toUpperCase().replace('X', 'x')), ...EIP712 }, bob.client)
    for (const another of [payload, salted(`0x${'cd'.repeat(32)}`)]) {
      expect(await refused(() => signPayload({ payload: another, ...EIP712 }, bob.client))).toEqual(
        NOT_PERMITTED,
      )
    }
    for (const odd of [
      withDomain({ spender: ethereum }, [{ name: 'spender', type: 'address' }]),
      JSON.stringify(MAIL).replace('"chainId","type":"uint256"', '"chainId","type":"string"'),
      JSON.stringify(MAIL).replace('"version","type":"string"', '"version","type":"Person"'),
    ]) {
      expect(await refused(() => signPayload({ payload: odd, ...EIP712 }))).toBe('PAYLOAD_MALFORMED')
    }
  })

  it('are decided one by one in a list', async () => {
    await allowBob(`wallet.id == '${walletId}'`)
    await allowBob("eth.eip_712.primary_type == 'Person'")
    const fine = JSON.stringify({ ...MAIL, domain: { ...MAIL.domain, verifyingContract: ethereum } })
    await signPayloads([fine, payload], EIP712, bob.client)
    await deny(root, `eth.eip_712.domain.verifying_contract == '0x${'CC'.repeat(20)}'`)
    engine.clock.advance({ milliseconds: 1 })
    await signPayloads([fine, fine], EIP712, bob.client)
    for (const several of [
      [fine, payload],
      [payload, fine],
      [payload, payload],
    ]) {
      const attempt = () => signPayloads(several, EIP712, bob.client)
      expect(await refused(attempt)).toBe('DENIED_BY_POLICY')
    }
    const several = [JSON.stringify({ ...authorization, chainId: 5 }), JSON.stringify(authorization)]
    await signPayloads(several, EIP7702, bob.client)
    await deny(root, 'eth.eip_7702_authorization.chain_id == 1')
    engine.clock.advance({ milliseconds: 1 })
    const attempt = () => signPayloads(several, EIP7702, bob.client)
    expect(await refused(attempt)).toBe('DENIED_BY_POLICY')
    // An authorization for any chain is also one for mainnet.
    const everywhere = [JSON.stringify({ ...authorization, chainId: 0 })]
    expect(await refused(() => signPayloads(everywhere, EIP7702, bob.client))).toBe('DENIED_BY_POLICY')
  })

  it('wait for consensus if one payload of a list does', async () => {
    await allowBob("eth.eip_712.domain.name == 'Ether Mail'")
    await allow(root, "eth.eip_712.domain.name == 'Other'", 'approvers.count() >= 2')
    const other = JSON.stringify({ ...MAIL, domain: { ...MAIL.domain, name: 'Other' } })
    const { payload: _, ...rest } = payloadOf(EIP712)
    const waiting = await bob.client.submit('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
      ...rest,
      payloads: [payload, other],
    })
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    const carol = await addUser(engine, root, 'carol')
    const approved = await carol.client.approve(waiting.fingerprint)
    expect(approved.status).toBe('ACTIVITY_STATUS_COMPLETED')
  })

  it('are decided even in an empty list', async () => {
    expect(await refused(() => signPayloads([], EIP712, bob.client))).toEqual(NOT_PERMITTED)
  })

  it('show address, chain and nonce of authorizations', async () => {
    await allowBob(
      `eth.eip_7702_authorization.address == '${authorization.address}' && eth.eip_7702_authorization.chain_id == 1 && eth.eip_7702_authorization.nonce == 7`,
    )
    const sign = (change: object) => () =>
      signPayload({ payload: JSON.stringify({ ...authorization, ...change }), ...EIP7702 }, bob.client)
    await sign({ address: authorization.address.toLowerCase() })()
    expect(await refused(sign({ chainId: 0 }))).toEqual(NOT_PERMITTED)
    expect(await refused(sign({ nonce: 8 }))).toEqual(NOT_PERMITTED)
  })
})

describe('Ethereum transactions', () => {
  it('version 1 names a private key by its id', async () => {
    const { unsignedSerialized } = Transaction.from({
      type: 2,
      chainId: 1,
      nonce: 3,
      to: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
      value: 1_000n,
      maxFeePerGas: 20n,
      gasLimit: 21_000n,
    })
    const { signedTransaction } = await root.run('ACTIVITY_TYPE_SIGN_TRANSACTION', {
      privateKeyId,
      unsignedTransaction: unsignedSerialized,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    })
    const { privateKey } = await root.query('get_private_key', { privateKeyId })
    const address = addressOf('ADDRESS_FORMAT_ETHEREUM', parseHex(privateKey.publicKey, 'public key'))
    expect(Transaction.from(`0x${signedTransaction}`).from).toBe(address)
  })
})

describe('Solana transactions', () => {
  const payee = new PublicKey(new Uint8Array(32).fill(7))
  const transfer = (lamports: number, payer = new PublicKey(solana)) =>
    new SolanaTransaction({ feePayer: payer, recentBlockhash: payee.toBase58() })
      .add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: payee, lamports }))
      .serialize({ requireAllSignatures: false, verifySignatures: false })
      .toString('hex')
  const sign = (unsignedTransaction: string, as = root, signWith = solana) =>
    as.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      signWith,
      unsignedTransaction,
      type: 'TRANSACTION_TYPE_SOLANA',
    })

  it('are signed in the slot of the account', async () => {
    const { signedTransaction } = await sign(transfer(5))
    const signed = SolanaTransaction.from(parseHex(signedTransaction, 'transaction'))
    expect(signed.verifySignatures()).toBe(true)
  })

  it('show their transfers to policies', async () => {
    await allowBob(
      `solana.tx.transfers.count() == 1 && solana.tx.transfers.all(t, t.to == '${payee.toBase58()}' && t.from == '${solana}' && t.amount <= 500)`,
    )
    await sign(transfer(500), bob.client)
    expect(await refused(() => sign(transfer(501), bob.client))).toEqual(NOT_PERMITTED)
  })
})

describe('Bitcoin transactions', () => {
  /** Spends one output, which the previous transaction proves if `isProven`. */
  function psbt(fee: bigint, publicKey = publicKeys[segwit]!, isProven = true): string {
    return psbtOf(p2wpkh(publicKey).script, fee, isProven)
  }
  function psbtOf(script: Uint8Array, fee: bigint, isProven = true): string {
    const witnessUtxo = { script, amount: 10_000n }
    const previous = new BitcoinTransaction()
    previous.addOutput(witnessUtxo)
    previous.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0) })
    const transaction = new BitcoinTransaction()
    transaction.addInput({
      txid: previous.id,
      index: 0,
      witnessUtxo,
      ...(isProven && { nonWitnessUtxo: previous.toBytes(true) }),
    })
    transaction.addOutput({ script, amount: 10_000n - fee })
    return toHex(transaction.toPSBT())
  }
  const sign = (unsignedTransaction: string, as = root, signWith = segwit) =>
    as.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      signWith,
      unsignedTransaction,
      type: 'TRANSACTION_TYPE_BITCOIN',
    })

  it('get a signature that finalizes', async () => {
    const { signedTransaction } = await sign(psbt(200n))
    const signed = BitcoinTransaction.fromPSBT(parseHex(signedTransaction, 'transaction'))
    expect(signed.getInput(0).partialSig).toHaveLength(1)
    signed.finalize()
    expect(signed.isFinal).toBe(true)
  })

  it('show the fee, and outputs with addresses of the network of the signer', async () => {
    await allowBob(`bitcoin.tx.outputs.all(o, o.address == '${segwit}') && bitcoin.tx.fee <= 300`)
    await sign(psbt(300n), bob.client)
    expect(await refused(() => sign(psbt(301n), bob.client))).toEqual(NOT_PERMITTED)
    // Amounts that are only stated don't prove a fee.
    const unproven = psbt(300n, undefined, false)
    expect(await refused(() => sign(unproven, bob.client))).toEqual(NOT_PERMITTED)
  })

  it('are not allowed by a policy about another address of the same key', async () => {
    const taproot = psbtOf(p2tr(publicKeys[segwit]!.slice(1)).script, 200n)
    // The key can sign it. Bob uses another fee, because an identical body would be the same activity.
    await sign(psbtOf(p2tr(publicKeys[segwit]!.slice(1)).script, 201n))
    await allowBob(`wallet_account.address == '${segwit}'`)
    await sign(psbt(200n), bob.client)
    expect(await refused(() => sign(taproot, bob.client))).toEqual(NOT_PERMITTED)
    // Without the previous transaction, the signature is also valid for the nested address of the key.
    expect(await refused(() => sign(psbt(200n, undefined, false), bob.client))).toEqual(NOT_PERMITTED)
  })

  it('show the address that owns each input', async () => {
    await allowBob(`bitcoin.tx.inputs.all(i, i.address == '${segwit}' && i.address_type == 'P2WPKH')`)
    await sign(psbt(200n), bob.client)
    expect(await refused(() => sign(psbt(200n, undefined, false), bob.client))).toEqual(NOT_PERMITTED)
    const taproot = psbtOf(p2tr(publicKeys[segwit]!.slice(1)).script, 200n)
    expect(await refused(() => sign(taproot, bob.client))).toEqual(NOT_PERMITTED)
  })

  it('are rejected for other keys, curves or formats', async () => {
    const stranger = psbt(1n, secp256k1.getPublicKey(new Uint8Array(32).fill(3)))
    expect(await refused(() => sign(stranger))).toBe('TRANSACTION_SIGNER_MISMATCH')
    expect(await refused(() => sign(psbt(1n), root, solana))).toBe('TRANSACTION_TYPE_MISMATCH')
    expect(await refused(() => sign('70736274'))).toBe('TRANSACTION_MALFORMED')
  })
})
