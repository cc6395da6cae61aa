/** A CosmJS direct-sign wallet that signs through the API. */
import { encodeSecp256k1Pubkey, encodeSecp256k1Signature, pubkeyToAddress } from '@cosmjs/amino'
import {
  type AccountData,
  type DirectSignResponse,
  makeSignBytes,
  type OfflineDirectSigner,
} from '@cosmjs/proto-signing'
import { type Connection, fromHex, getWalletAccount, toHex } from '@keywright/client'
import {
  compactOf,
  findPrivateKey,
  inOrganization,
  isPrivateKeyId,
  type SignerConfig,
  SignerError,
  signPayload,
} from '@keywright/client/signing'

export interface DirectWalletConfig extends SignerConfig {
  /** Human-readable part of addresses (BIP-173), such as `osmo`. Default: `cosmos`. */
  readonly prefix?: string
  /** Wallet of a Cosmos address in `signWith`, to look up its public key. */
  readonly walletId?: string
}

/**
 * A wallet with one account that signs in direct mode (`SIGN_MODE_DIRECT`), not amino. It signs raw payloads, which the
 * engine hashes with SHA-256, so policies see no recipients.
 *
 * @see https://docs.cosmos.network/main/build/architecture/adr-020-protobuf-transaction-encoding SignDoc
 * @example
 * const wallet = await KeywrightDirectWallet.init({ client, signWith: compressedPublicKey, prefix: 'osmo' })
 * const signing = await SigningStargateClient.connectWithSigner(rpc, wallet)
 */
export class KeywrightDirectWallet implements OfflineDirectSigner {
  readonly #signer: SignerConfig
  readonly #account: AccountData

  private constructor(signer: SignerConfig, account: AccountData) {
    this.#signer = signer
    this.#account = account
  }

  /**
   * Creates the wallet, after looking up the key.
   * @param config.signWith a compressed public key (66 hex digits), the id of a private key, or a Cosmos address along with
   * its `walletId`
   * @throws SignerError `ADDRESS_INVALID`, `SIGNER_MISMATCH`; what the client throws
   */
  static async init({
    prefix = 'cosmos',
    walletId,
    ...signer
  }: DirectWalletConfig): Promise<KeywrightDirectWallet> {
    const pubkey = readKey(await publicKeyOf(signer, walletId))
    const addressWith = (own: string) => pubkeyToAddress(encodeSecp256k1Pubkey(pubkey), own)
    const own = prefixOf(signer.signWith)
    // The server returned the key, so it could be that of another account.
    if (own !== undefined && addressWith(own) !== signer.signWith) {
      throw new SignerError(
        'SIGNER_MISMATCH',
        `the server returned a public key that doesn't belong to ${signer.signWith}`,
        'check any proxy between this client and the API',
      )
    }
    return new KeywrightDirectWallet(signer, { address: addressWith(prefix), algo: 'secp256k1', pubkey })
  }

  /** The account, with its compressed public key. */
  async getAccounts(): Promise<readonly AccountData[]> {
    return [this.#account]
  }

  /**
   * Signs the document's bytes: ECDSA over their SHA-256, low-s, 64 bytes `r ‖ s`.
   * @throws SignerError `ACCOUNT_UNKNOWN`; what the client throws
   */
  async signDirect(
    signerAddress: string,
    signDoc: Parameters<OfflineDirectSigner['signDirect']>[1],
  ): Promise<DirectSignResponse> {
    const { address, pubkey } = this.#account
    if (signerAddress !== address) {
      throw new SignerError(
        'ACCOUNT_UNKNOWN',
        `asked to sign as ${signerAddress}, but this wallet is ${address}`,
        "check the prefix and the document's signer",
      )
    }
    return signPayload(
      this.#signer,
      {
        payload: toHex(makeSignBytes(signDoc)),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
      (result) => ({
        signed: signDoc,
        signature: encodeSecp256k1Signature(pubkey, fromHex(compactOf(result))!),
      }),
    )
  }
}

async function publicKeyOf(signer: SignerConfig, walletId: string | undefined): Promise<string> {
  const { client, signWith } = signer
  if (isPrivateKeyId(signWith)) return (await findPrivateKey(signer)).publicKey
  if (!walletId || prefixOf(signWith) === undefined) return signWith
  return (await accountOf(client, { walletId, address: signWith, ...inOrganization(signer) })).publicKey!
}

const accountOf = async (
  client: Connection,
  input: { walletId: string; address: string; organizationId?: string },
) => (await getWalletAccount(client, input)).account

const isKey = (text: string) => /^0[23][\da-f]{64}$/i.test(text)

/** The prefix of an address in bech32 (BIP-173): before the separator, and data without the letters that look alike. */
const prefixOf = (text: string): string | undefined =>
  isKey(text) || isPrivateKeyId(text) ? undefined : /^(.+)1[02-9ac-hj-np-z]+$/.exec(text)?.[1]

function readKey(text: string): Uint8Array {
  const key = isKey(text) && fromHex(text)
  if (key) return key
  throw new SignerError(
    'ADDRESS_INVALID',
    `\`${text}\` is not a compressed secp256k1 public key`,
    'sign with an account of ADDRESS_FORMAT_COMPRESSED, the id of a private key, or a Cosmos address with its `walletId`',
  )
}
