/** Signatures by wallet accounts and private keys. */
import type { IntentOf } from '@keywright/contract'
import {
  bitcoinNetworkOf,
  type Payload,
  parseHex,
  type ReadTransaction,
  readTransaction,
  type Signature,
  signPayload,
  type TransactionType,
} from '@keywright/keys'
import { type PolicyFacts, submit } from '../handler.ts'
import { payloadFacts } from './signing/payloadFacts.ts'
import { findSigner, type Signer } from './signing/signer.ts'

/** Version 1 of each call knows private keys only, by their id. */
const signWithOf = (posted: { privateKeyId: string } | { signWith: string }) =>
  'privateKeyId' in posted ? posted.privateKeyId : posted.signWith

interface SignRawPayload extends Payload {
  readonly signWith: string
}

const sign_raw_payload = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' | 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'>,
  ): SignRawPayload => {
    const { payload, encoding, hashFunction } = posted
    return { signWith: signWithOf(posted), payload, encoding, hashFunction }
  },

  facts: async (context, { signWith, payload, encoding, hashFunction }) => ({
    ...(await findSigner(context, signWith)).facts,
    ...payloadFacts(encoding, [payload])[0],
    params: { encoding, hash_function: hashFunction },
  }),

  async execute(context, { signWith, ...payload }): Promise<Signature> {
    const { curve, taproot, openKey } = await findSigner(context, signWith)
    return signPayload(payload, { curve, taproot, privateKey: openKey() })
  },
})

const sign_raw_payloads = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS'>) => posted,

  facts: async (context, { signWith, payloads, encoding, hashFunction }) => {
    const { facts } = await findSigner(context, signWith)
    const params = { encoding, hash_function: hashFunction }
    return payloadFacts(encoding, payloads).map((payload) => ({ ...facts, ...payload, params }))
  },

  async execute(context, { signWith, payloads, encoding, hashFunction }) {
    const { curve, taproot, openKey } = await findSigner(context, signWith)
    const privateKey = openKey()
    const signatures = payloads.map((payload) =>
      signPayload({ payload, encoding, hashFunction }, { curve, taproot, privateKey }),
    )
    return { signatures }
  },
})

interface SignTransaction {
  readonly signWith: string
  readonly unsignedTransaction: string
  readonly type: TransactionType
}

const sign_transaction = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_SIGN_TRANSACTION' | 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'>,
  ): SignTransaction => {
    const { unsignedTransaction, type } = posted
    return { signWith: signWithOf(posted), unsignedTransaction, type }
  },

  // Read before anybody decides, so that policies look inside and what cannot be read is refused.
  facts: async (context, intent) => {
    const signer = await findSigner(context, intent.signWith)
    return {
      ...signer.facts,
      ...transactionFacts(readFor(signer, intent)),
      params: { type: intent.type },
    }
  },

  async execute(context, intent) {
    const signer = await findSigner(context, intent.signWith)
    return { signedTransaction: readFor(signer, intent).sign(signer.openKey()) }
  },
})

function readFor(
  { publicKey, addressFormat }: Signer,
  { type, unsignedTransaction }: SignTransaction,
): ReadTransaction {
  // The address that is named tells the network whose addresses a policy compares.
  const bitcoinNetwork = addressFormat && bitcoinNetworkOf(addressFormat)
  return readTransaction(type, unsignedTransaction, {
    publicKey: parseHex(publicKey, 'public key'),
    bitcoinNetwork,
  })
}

function transactionFacts({ type, fields }: ReadTransaction): PolicyFacts {
  switch (type) {
    case 'TRANSACTION_TYPE_ETHEREUM':
      return { eth: { tx: fields } }
    case 'TRANSACTION_TYPE_SOLANA':
      return { solana: { tx: fields } }
    case 'TRANSACTION_TYPE_BITCOIN':
      return { bitcoin: { tx: { ...fields } } }
  }
}

export const submits = { sign_raw_payload, sign_raw_payloads, sign_transaction }
