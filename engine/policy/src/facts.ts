/**
 * The input of an expression. Members have the language's own names, so that vocabulary, facts and policies match
 * literally. Integers are bigints, exact at any size.
 *
 * An omitted member is absent: reading it is an evaluation error, and the allow doesn't apply. In a deny, a clause
 * that reads an absent object is false, and a clause that reads an absent member of an object makes the deny apply.
 */

import type { IdKind } from './vocabulary/ids.ts'

/**
 * Contents of a map, or of a list in a map. A tuple is a map with its members in their order. A member without a name
 * has its position as its key.
 */
export type FactValue =
  | boolean
  | bigint
  | string
  /** An option without a value: absent. */
  | null
  | readonly FactValue[]
  | { readonly [key: string]: FactValue }

export interface UserFacts {
  readonly id: string
  /** Tag ids. */
  readonly tags: readonly string[]
  /** The empty string if the user has no email address. */
  readonly email: string
  readonly alias: string
}

export interface CredentialFacts {
  readonly id: string
  readonly user_id: string
  readonly type: string
  readonly credential_id: string
  readonly public_key: string
}

export interface TargetUserFacts extends UserFacts {
  /** Whether the user is a member of the deciding root quorum. */
  readonly root: boolean
}

export interface ActivityFacts {
  readonly type: string
  readonly resource: string
  readonly action: string
  readonly kind?: string
  readonly params?: {
    readonly hash_function?: string
    readonly encoding?: string
    readonly type?: string
    readonly target_public_key?: string
    readonly otp_length?: bigint
  } & { readonly [K in IdKind as `${K}_id`]?: string } & {
    readonly [K in IdKind as `${K}_ids`]?: readonly string[]
  }
}

export interface WalletFacts {
  readonly id: string
  readonly imported?: boolean
  readonly exported?: boolean
  readonly label?: string
}

export interface PrivateKeyFacts extends WalletFacts {
  readonly tags: readonly string[]
}

export interface EthereumTransactionFacts {
  readonly from: string
  /** The empty string for contract creation. */
  readonly to: string
  /** Lower-case hex with `0x`; `0x` when empty. */
  readonly data: string
  readonly value: bigint
  readonly gas: bigint
  readonly gas_price: bigint
  /** Omitted for a legacy transaction without a chain id (before EIP-155). */
  readonly chain_id?: bigint
  readonly nonce: bigint
  readonly max_fee_per_gas?: bigint
  readonly max_priority_fee_per_gas?: bigint
  readonly max_fee_per_blob_gas?: bigint
  readonly type?: 'LEGACY' | 'TYPE_1' | 'TYPE_2' | 'TYPE_3' | 'TYPE_4'
  /** Omitted without an interface of the recipient, or if the call data isn't a canonical call of one of its functions. */
  readonly function_name?: string
  /** `0x` and eight digits. */
  readonly function_signature?: string
  readonly contract_call_args?: { readonly [name: string]: FactValue }
  readonly absences?: Absences
}

/** Why members of an object are absent, for explanations. Policies can't read it. */
export type Absences = { readonly [member: string]: string }

export interface AddressTableLookupFacts {
  readonly address_table_key: string
  readonly writable_indexes: readonly bigint[]
  readonly readonly_indexes: readonly bigint[]
}

export interface ParsedInstructionFacts {
  readonly instruction_name: string
  /** Lower-case hexadecimal, no `0x`. */
  readonly discriminator: string
  /** Without accounts from lookup tables. */
  readonly named_accounts: { readonly [name: string]: string }
  readonly program_call_args: { readonly [name: string]: FactValue }
}

export interface SolanaTransactionFacts {
  readonly account_keys: readonly string[]
  readonly program_keys: readonly string[]
  readonly instructions: readonly {
    readonly program_key: string
    readonly accounts: readonly {
      readonly account_key: string
      readonly signer: boolean
      readonly writable: boolean
    }[]
    readonly instruction_data_hex: string
    readonly address_table_lookups: readonly AddressTableLookupFacts[]
    /** Omitted without an interface of the program, or if the data isn't a canonical call of one of its instructions. */
    readonly parsed_instruction_data?: ParsedInstructionFacts
    readonly absences?: Absences
  }[]
  /**
   * `to` and `amount` are omitted if an instruction moves lamports, or a whole account, without stating them; also
   * `from` if it may take from any of its accounts.
   */
  readonly transfers: readonly { readonly from?: string; readonly to?: string; readonly amount?: bigint }[]
  readonly recent_blockhash: string
  readonly spl_transfers?: readonly {
    readonly from?: string
    readonly to?: string
    readonly owner?: string
    readonly token_mint?: string
    readonly amount?: bigint
    readonly signers?: readonly string[]
  }[]
  readonly address_table_lookups?: readonly AddressTableLookupFacts[]
  /** Omitted if the transaction states none, or in a form that the network rejects. */
  readonly compute_unit_limit?: bigint
  /** 0 if the transaction states none. */
  readonly compute_unit_price?: bigint
}

export interface RequestFacts {
  readonly activity: ActivityFacts
  readonly wallet?: WalletFacts
  readonly private_key?: PrivateKeyFacts
  readonly wallet_account?: { readonly address: string }
  readonly wallets?: readonly WalletFacts[]
  readonly target_user?: TargetUserFacts
  readonly eth?: {
    readonly tx?: EthereumTransactionFacts
    readonly eip_712?: {
      readonly primary_type: string
      readonly domain: {
        readonly name?: string
        readonly version?: string
        readonly verifying_contract?: string
        readonly chain_id?: bigint
        readonly salt?: string
      }
      readonly message: { readonly [name: string]: FactValue }
    }
    readonly eip_7702_authorization?: {
      readonly address: string
      /** Omitted for an authorization that is valid on any chain (chain id 0). */
      readonly chain_id?: bigint
      readonly nonce: bigint
    }
  }
  readonly solana?: { readonly tx?: SolanaTransactionFacts }
  readonly bitcoin?: { readonly tx?: Readonly<Record<string, unknown>> }
}

export interface TimeFacts {
  readonly time: {
    /** Nanoseconds since 1970. */
    readonly now?: bigint
  }
}

export interface ConsensusFacts {
  readonly approvers: readonly UserFacts[]
  readonly credentials?: readonly CredentialFacts[]
}
