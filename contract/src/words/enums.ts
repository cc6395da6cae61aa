/** What each enumeration is for and what each of its members means. */
import type { EnumMember, EnumName } from '../enums.ts'

type EnumWords = {
  readonly [N in Exclude<EnumName, 'ActivityType'>]: {
    readonly summary: string
    readonly members: Readonly<Record<EnumMember<N>, string>>
  }
}

/** Activity types are described by their calls. */
export const enumWords: EnumWords = {
  AccessType: {
    summary: 'How an invited or created user gets in.',
    members: {
      ACCESS_TYPE_WEB: 'With an authenticator.',
      ACCESS_TYPE_API: 'With API keys.',
      ACCESS_TYPE_ALL: 'With either.',
    },
  },
  ActivityStatus: {
    summary: 'Where an activity stands. Take a status that you do not know as not final.',
    members: {
      ACTIVITY_STATUS_CREATED: 'Recorded; nothing was decided yet.',
      ACTIVITY_STATUS_PENDING: 'Allowed; being executed.',
      ACTIVITY_STATUS_COMPLETED: 'Executed; `result` is filled. Final.',
      ACTIVITY_STATUS_FAILED: 'Could not be executed; `failure` says why. Final.',
      ACTIVITY_STATUS_CONSENSUS_NEEDED: 'Waits for approvals.',
      ACTIVITY_STATUS_REJECTED: 'Rejected by those whose approval it needed. Final.',
    },
  },
  AddressFormat: {
    summary: 'How a public key is written as an address.',
    members: {
      ADDRESS_FORMAT_UNCOMPRESSED: 'Public key, 65 bytes, hex.',
      ADDRESS_FORMAT_COMPRESSED: 'Public key, 33 bytes (32 on ed25519), hex.',
      ADDRESS_FORMAT_ETHEREUM: 'Ethereum address with the mixed-case checksum of EIP-55.',
      ADDRESS_FORMAT_SOLANA: 'Solana address, base58.',
      ADDRESS_FORMAT_COSMOS: 'Cosmos Hub address, bech32 with prefix `cosmos`.',
      ADDRESS_FORMAT_TRON: 'Tron address, base58check.',
      ADDRESS_FORMAT_SUI: 'Sui address, 32 bytes in hex with `0x`.',
      ADDRESS_FORMAT_APTOS: 'Aptos address, 32 bytes in hex with `0x`.',
      ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: 'Bitcoin, pay to public key hash.',
      ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: 'Bitcoin, pay to script hash (nested P2WPKH).',
      ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: 'Bitcoin, pay to witness public key hash.',
      ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: 'Bitcoin, pay to witness script hash (one key).',
      ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: 'Bitcoin, pay to taproot (key path).',
      ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: 'Bitcoin testnet, pay to public key hash.',
      ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: 'Bitcoin testnet, pay to script hash (nested P2WPKH).',
      ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: 'Bitcoin testnet, pay to witness public key hash.',
      ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: 'Bitcoin testnet, pay to witness script hash (one key).',
      ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: 'Bitcoin testnet, pay to taproot (key path).',
      ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: 'Bitcoin signet, pay to public key hash.',
      ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: 'Bitcoin signet, pay to script hash (nested P2WPKH).',
      ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: 'Bitcoin signet, pay to witness public key hash.',
      ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: 'Bitcoin signet, pay to witness script hash (one key).',
      ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: 'Bitcoin signet, pay to taproot (key path).',
      ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: 'Bitcoin regtest, pay to public key hash.',
      ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: 'Bitcoin regtest, pay to script hash (nested P2WPKH).',
      ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: 'Bitcoin regtest, pay to witness public key hash.',
      ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: 'Bitcoin regtest, pay to witness script hash (one key).',
      ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: 'Bitcoin regtest, pay to taproot (key path).',
    },
  },
  ApiKeyCurve: {
    summary: 'Curve of an API key.',
    members: {
      API_KEY_CURVE_P256: 'P-256; the usual choice. Public key compressed, 66 hex digits.',
      API_KEY_CURVE_SECP256K1:
        'secp256k1; also for Ethereum wallets that stamp. Public key compressed, 66 hex digits.',
      API_KEY_CURVE_ED25519: 'Ed25519; also for Solana wallets that stamp. Public key 64 hex digits.',
    },
  },
  AuthenticatorAttachment: {
    summary: 'Whether an authenticator is part of the device.',
    members: {
      'cross-platform': 'A separate device, such as a security key.',
      platform: 'Part of the device.',
    },
  },
  AuthenticatorTransport: {
    summary: 'How an authenticator talks to the device.',
    members: {
      AUTHENTICATOR_TRANSPORT_BLE: 'Bluetooth Low Energy.',
      AUTHENTICATOR_TRANSPORT_INTERNAL: 'Built into the device.',
      AUTHENTICATOR_TRANSPORT_NFC: 'Near-field communication.',
      AUTHENTICATOR_TRANSPORT_USB: 'USB.',
      AUTHENTICATOR_TRANSPORT_HYBRID: 'Another device nearby, such as a phone that scanned a code.',
    },
  },
  ClientSignatureScheme: {
    summary: 'How a client signature is made.',
    members: {
      CLIENT_SIGNATURE_SCHEME_API_P256: 'ECDSA on P-256 over SHA-256 of the message.',
    },
  },
  CredentialType: {
    summary: 'What kind of credential a key is, and how it came to be.',
    members: {
      CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR: 'A registered authenticator (passkey).',
      CREDENTIAL_TYPE_API_KEY_P256: 'API key on P-256.',
      CREDENTIAL_TYPE_API_KEY_SECP256K1: 'API key on secp256k1.',
      CREDENTIAL_TYPE_API_KEY_ED25519: 'API key on Ed25519.',
      CREDENTIAL_TYPE_RECOVER_USER_KEY_P256:
        'Expiring key from email recovery; good for `recover_user` alone.',
      CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256: 'Expiring key from email auth.',
      CREDENTIAL_TYPE_OTP_AUTH_KEY_P256: 'Expiring key from a one-time code.',
      CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: 'Expiring key of a read-write session.',
      CREDENTIAL_TYPE_OAUTH_KEY_P256: 'Expiring key from OAuth.',
      CREDENTIAL_TYPE_LOGIN: 'Expiring key that the client made itself and registered by a login call.',
    },
  },
  Curve: {
    summary: 'Curve of a signing key.',
    members: {
      CURVE_SECP256K1: 'secp256k1: Ethereum, Bitcoin, Cosmos, Tron.',
      CURVE_ED25519: 'ed25519: Solana, Sui, Aptos.',
    },
  },
  Effect: {
    summary: 'What a policy does when its condition and its consensus are true.',
    members: {
      EFFECT_ALLOW: 'Allows the request, unless a policy denies it.',
      EFFECT_DENY: 'Denies the request, whatever other policies allow.',
    },
  },
  FeatureName: {
    summary: 'Switches of an organization.',
    members: {
      FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY:
        'Root users of a parent organization may recover by email too; needs `FEATURE_NAME_EMAIL_RECOVERY` as well.',
      FEATURE_NAME_WEBAUTHN_ORIGINS:
        'The one origin whose passkeys are accepted, such as `https://app.example.com`, or of an Android app `android:apk-key-hash:` and 43 characters of base64url. Off: any origin.',
      FEATURE_NAME_EMAIL_AUTH: 'Users may sign in by an emailed credential.',
      FEATURE_NAME_EMAIL_RECOVERY: 'Users may recover by email.',
      FEATURE_NAME_WEBHOOK: 'URL that receives every activity of the organization and its sub-organizations.',
      FEATURE_NAME_SMS_AUTH: 'Users may sign in by a one-time code sent by SMS.',
      FEATURE_NAME_OTP_EMAIL_AUTH: 'Users may sign in by a one-time code sent by email.',
      FEATURE_NAME_BOUND_QUERIES:
        'Stamped queries must carry `timestampMs` and `callPath`, so that a stamp opens one query for one hour.',
    },
  },
  HashFunction: {
    summary: 'What is done to a payload before it is signed.',
    members: {
      HASH_FUNCTION_NO_OP: 'Nothing: the payload is the 32-byte digest already. Other lengths are refused.',
      HASH_FUNCTION_SHA256: 'SHA-256, once.',
      HASH_FUNCTION_KECCAK256: 'Keccak-256, once.',
      HASH_FUNCTION_NOT_APPLICABLE: 'For ed25519, and required there: the message itself is signed.',
    },
  },
  MnemonicLanguage: {
    summary: 'Word list in which a recovery phrase is written at export. Addresses do not depend on it.',
    members: {
      MNEMONIC_LANGUAGE_ENGLISH: 'English; the default.',
      MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: 'Chinese, simplified.',
      MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: 'Chinese, traditional.',
      MNEMONIC_LANGUAGE_CZECH: 'Czech.',
      MNEMONIC_LANGUAGE_FRENCH: 'French.',
      MNEMONIC_LANGUAGE_ITALIAN: 'Italian.',
      MNEMONIC_LANGUAGE_JAPANESE: 'Japanese.',
      MNEMONIC_LANGUAGE_KOREAN: 'Korean.',
      MNEMONIC_LANGUAGE_SPANISH: 'Spanish.',
    },
  },
  Operator: {
    summary:
      'Comparison in the selectors of the first policy versions. Each becomes a clause of the condition.',
    members: {
      OPERATOR_EQUAL: '`==`',
      OPERATOR_MORE_THAN: '`>`',
      OPERATOR_MORE_THAN_OR_EQUAL: '`>=`',
      OPERATOR_LESS_THAN: '`<`',
      OPERATOR_LESS_THAN_OR_EQUAL: '`<=`',
      OPERATOR_CONTAINS: 'The subject, a list, contains the target.',
      OPERATOR_NOT_EQUAL: '`!=`',
      OPERATOR_IN: 'The subject is one of the targets.',
      OPERATOR_NOT_IN: 'The subject equals none of the targets.',
      OPERATOR_CONTAINS_ONE: 'The subject, a list, contains at least one target.',
      OPERATOR_CONTAINS_ALL: 'The subject, a list, contains every target.',
    },
  },
  OtpType: {
    summary: 'How a one-time code is sent.',
    members: { OTP_TYPE_EMAIL: 'By email.', OTP_TYPE_SMS: 'By SMS.' },
  },
  Outcome: {
    summary: 'What one policy came to for one request.',
    members: {
      OUTCOME_ALLOW: 'Condition and consensus are true and the effect is allow.',
      OUTCOME_DENY_EXPLICIT: 'The effect is deny, and condition and consensus are true or cannot be read.',
      OUTCOME_DENY_IMPLICIT: 'The policy says nothing about this request.',
      OUTCOME_REQUIRES_CONSENSUS: 'The condition is true; more approvals could make the consensus true.',
      OUTCOME_REJECTED: 'Rejections have put the consensus out of reach.',
      OUTCOME_ERROR:
        'An expression of an allow could not be evaluated, for example because it names an object that this request lacks. Allows nothing.',
    },
  },
  PathFormat: {
    summary: 'Notation of derivation paths.',
    members: { PATH_FORMAT_BIP32: "BIP-32 notation, such as `m/44'/60'/0'/0/0`." },
  },
  PayloadEncoding: {
    summary: 'How the payload of a signature is written.',
    members: {
      PAYLOAD_ENCODING_HEXADECIMAL: 'Hex, with or without `0x`, an even number of digits.',
      PAYLOAD_ENCODING_TEXT_UTF8: 'Text; its UTF-8 bytes are signed.',
      PAYLOAD_ENCODING_EIP712:
        'Typed data as JSON (EIP-712). Post it with `HASH_FUNCTION_NO_OP`; the digest is computed from the data.',
      PAYLOAD_ENCODING_EIP7702_AUTHORIZATION:
        'JSON with `address`, `chainId` and `nonce` (EIP-7702). Post it with `HASH_FUNCTION_NO_OP`.',
    },
  },
  PublicKeyCredentialType: {
    summary: 'Type of a WebAuthn credential.',
    members: { 'public-key': 'The only type there is.' },
  },
  SubOrganizationFilter: {
    summary: 'What sub-organizations are looked up by.',
    members: {
      NAME: 'Name of the sub-organization.',
      USERNAME: 'Name of one of its users.',
      EMAIL: 'Email address of one of its users.',
      PHONE_NUMBER: 'Phone number of one of its users, E.164.',
      CREDENTIAL_ID: 'WebAuthn credential id of one of its users.',
      PUBLIC_KEY: 'Public key of an API key of one of its users.',
      OIDC_TOKEN: 'Id token whose issuer, audience and subject belong to one of its users.',
    },
  },
  TagType: {
    summary: 'The kind of object that a tag marks.',
    members: { TAG_TYPE_USER: 'Users.', TAG_TYPE_PRIVATE_KEY: 'Private keys.' },
  },
  TransactionType: {
    summary: 'What kind of transaction is to be signed.',
    members: {
      TRANSACTION_TYPE_ETHEREUM:
        'Ethereum: legacy, EIP-2930, EIP-1559, EIP-4844 or EIP-7702. Needs a secp256k1 key.',
      TRANSACTION_TYPE_SOLANA:
        'Solana: the serialized transaction with its signature slots. Needs an ed25519 key.',
      TRANSACTION_TYPE_BITCOIN:
        'Bitcoin: a PSBT; the answer carries partial signatures. Needs a secp256k1 key.',
    },
  },
  VerifiedSubOrganizationFilter: {
    summary: 'What sub-organizations with a verified contact are looked up by.',
    members: {
      EMAIL: 'Verified email address of one of its users.',
      PHONE_NUMBER: 'Verified phone number of one of its users, E.164.',
    },
  },
  VoteSelection: {
    summary: 'What a voter chose.',
    members: { VOTE_SELECTION_APPROVED: 'For.', VOTE_SELECTION_REJECTED: 'Against.' },
  },
}
