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
    summary: 'How an invited or created user signs in.',
    members: {
      ACCESS_TYPE_WEB: 'With an authenticator.',
      ACCESS_TYPE_API: 'With API keys.',
      ACCESS_TYPE_ALL: 'With either.',
    },
  },
  ActivityStatus: {
    summary: 'Status of an activity. Treat any unknown status as not final.',
    members: {
      ACTIVITY_STATUS_CREATED: 'Recorded, but not evaluated yet.',
      ACTIVITY_STATUS_PENDING: 'Allowed and executing.',
      ACTIVITY_STATUS_COMPLETED: 'Executed. `result` has the result. Final.',
      ACTIVITY_STATUS_FAILED: 'Could not be executed. `failure` has the error. Final.',
      ACTIVITY_STATUS_CONSENSUS_NEEDED: 'Waiting for approvals.',
      ACTIVITY_STATUS_REJECTED: 'Rejected by the users whose approval it needed. Final.',
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
      API_KEY_CURVE_P256: 'P-256, the usual choice. Public key: compressed, 66 hex digits.',
      API_KEY_CURVE_SECP256K1:
        'secp256k1, also for Ethereum wallets that stamp requests. Public key: compressed, 66 hex digits.',
      API_KEY_CURVE_ED25519:
        'Ed25519, also for Solana wallets that stamp requests. Public key: 64 hex digits.',
    },
  },
  AuthenticatorAttachment: {
    summary: 'Whether an authenticator is built into the device.',
    members: {
      'cross-platform': 'A separate device, such as a security key.',
      platform: 'Built into the device.',
    },
  },
  AuthenticatorTransport: {
    summary: 'How an authenticator communicates with the device.',
    members: {
      AUTHENTICATOR_TRANSPORT_BLE: 'Bluetooth Low Energy.',
      AUTHENTICATOR_TRANSPORT_INTERNAL: 'Built into the device.',
      AUTHENTICATOR_TRANSPORT_NFC: 'Near-field communication.',
      AUTHENTICATOR_TRANSPORT_USB: 'USB.',
      AUTHENTICATOR_TRANSPORT_HYBRID: 'Another device nearby, such as a phone that scanned a QR code.',
    },
  },
  ClientSignatureScheme: {
    summary: 'How a client signature is made.',
    members: {
      CLIENT_SIGNATURE_SCHEME_API_P256: 'ECDSA on P-256 over the SHA-256 hash of the message.',
    },
  },
  CredentialType: {
    summary: 'Type of a credential, including how it was created.',
    members: {
      CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR: 'A registered authenticator (passkey).',
      CREDENTIAL_TYPE_API_KEY_P256: 'API key on P-256.',
      CREDENTIAL_TYPE_API_KEY_SECP256K1: 'API key on secp256k1.',
      CREDENTIAL_TYPE_API_KEY_ED25519: 'API key on Ed25519.',
      CREDENTIAL_TYPE_RECOVER_USER_KEY_P256:
        'Expiring key from email recovery, valid only for `recover_user` and `whoami`.',
      CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256: 'Expiring key from email auth.',
      CREDENTIAL_TYPE_OTP_AUTH_KEY_P256: 'Expiring key from a one-time code.',
      CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: 'Expiring key of a read-write session.',
      CREDENTIAL_TYPE_OAUTH_KEY_P256: 'Expiring key from OAuth.',
      CREDENTIAL_TYPE_LOGIN: 'Expiring key that the client generated and registered with a login call.',
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
    summary: 'What a policy does when its condition and consensus are true.',
    members: {
      EFFECT_ALLOW: 'Allows the request, unless a policy denies it.',
      EFFECT_DENY: 'Denies the request, even if other policies allow it.',
    },
  },
  FeatureName: {
    summary: 'Features that an organization can enable.',
    members: {
      FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY:
        'Root users of a parent organization can recover by email too. Also requires `FEATURE_NAME_EMAIL_RECOVERY`.',
      FEATURE_NAME_WEBAUTHN_ORIGINS:
        'The only origin whose passkeys are accepted: a web origin such as `https://app.example.com`, or for an Android app `android:apk-key-hash:` and 43 base64url characters. If off, any origin is accepted.',
      FEATURE_NAME_EMAIL_AUTH: 'Users can sign in with an emailed credential.',
      FEATURE_NAME_EMAIL_RECOVERY: 'Users can recover by email.',
      FEATURE_NAME_WEBHOOK: 'URL that receives every activity of the organization and its sub-organizations.',
      FEATURE_NAME_SMS_AUTH: 'Users can sign in with a one-time code sent by SMS.',
      FEATURE_NAME_OTP_EMAIL_AUTH: 'Users can sign in with a one-time code sent by email.',
      FEATURE_NAME_BOUND_QUERIES:
        'Stamped queries must contain `timestampMs` and `callPath`, so a stamp is valid for only one query and only one hour.',
    },
  },
  HashFunction: {
    summary: 'How a payload is hashed before it is signed.',
    members: {
      HASH_FUNCTION_NO_OP:
        'No hashing: the payload is already the 32-byte digest. Other lengths are rejected.',
      HASH_FUNCTION_SHA256: 'SHA-256, once.',
      HASH_FUNCTION_KECCAK256: 'Keccak-256, once.',
      HASH_FUNCTION_NOT_APPLICABLE:
        'Required for ed25519, and only for ed25519: the message itself is signed.',
    },
  },
  MnemonicLanguage: {
    summary: 'Word list of an exported recovery phrase. It does not affect addresses.',
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
      'Comparison operator of a selector, from the first policy versions. Each selector becomes a clause of the condition.',
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
    summary: 'The outcome of one policy for one request.',
    members: {
      OUTCOME_ALLOW: 'The effect is allow, and condition and consensus are true.',
      OUTCOME_DENY_EXPLICIT:
        'The effect is deny, and condition and consensus are true or cannot be evaluated.',
      OUTCOME_DENY_IMPLICIT: 'The policy does not apply to this request.',
      OUTCOME_REQUIRES_CONSENSUS: 'The condition is true, and more approvals could make the consensus true.',
      OUTCOME_REJECTED: 'After rejections, the consensus can no longer become true.',
      OUTCOME_ERROR:
        'An expression of an allow policy could not be evaluated, for example because it names an object that this request does not have. Allows nothing.',
    },
  },
  PathFormat: {
    summary: 'Notation of derivation paths.',
    members: { PATH_FORMAT_BIP32: "BIP-32 notation, such as `m/44'/60'/0'/0/0`." },
  },
  PayloadEncoding: {
    summary: 'How a payload to sign is encoded.',
    members: {
      PAYLOAD_ENCODING_HEXADECIMAL: 'Hex with an even number of digits, with or without `0x`.',
      PAYLOAD_ENCODING_TEXT_UTF8: 'Text. Its UTF-8 bytes are signed.',
      PAYLOAD_ENCODING_EIP712:
        'Typed data as JSON (EIP-712). Use it with `HASH_FUNCTION_NO_OP`: the engine computes the digest from the data.',
      PAYLOAD_ENCODING_EIP7702_AUTHORIZATION:
        'JSON with `address`, `chainId` and `nonce` (EIP-7702). Use it with `HASH_FUNCTION_NO_OP`.',
    },
  },
  PublicKeyCredentialType: {
    summary: 'Type of a WebAuthn credential.',
    members: { 'public-key': 'The only type.' },
  },
  SubOrganizationFilter: {
    summary: 'Property to look up sub-organizations by.',
    members: {
      NAME: 'Name of the sub-organization.',
      USERNAME: 'Name of one of its users.',
      EMAIL: 'Email address of one of its users.',
      PHONE_NUMBER: 'Phone number of one of its users, E.164.',
      CREDENTIAL_ID: 'WebAuthn credential id of one of its users.',
      PUBLIC_KEY: 'Public key of an API key of one of its users.',
      OIDC_TOKEN: 'Id token with the issuer, audience and subject of one of its users.',
    },
  },
  TagType: {
    summary: 'Type of object that a tag is assigned to.',
    members: { TAG_TYPE_USER: 'Users.', TAG_TYPE_PRIVATE_KEY: 'Private keys.' },
  },
  TransactionType: {
    summary: 'Type of the transaction to sign.',
    members: {
      TRANSACTION_TYPE_ETHEREUM:
        'Ethereum: legacy, EIP-2930, EIP-1559, EIP-4844 or EIP-7702. Requires a secp256k1 key.',
      TRANSACTION_TYPE_SOLANA:
        'Solana: the serialized transaction with its signature slots. Requires an ed25519 key.',
      TRANSACTION_TYPE_BITCOIN:
        'Bitcoin: a PSBT. The response contains partial signatures. Requires a secp256k1 key.',
    },
  },
  VerifiedSubOrganizationFilter: {
    summary: 'Property to look up sub-organizations with a verified contact by.',
    members: {
      EMAIL: 'Verified email address of one of its users.',
      PHONE_NUMBER: 'Verified phone number of one of its users, E.164.',
    },
  },
  VoteSelection: {
    summary: 'Choice of a voter.',
    members: { VOTE_SELECTION_APPROVED: 'For.', VOTE_SELECTION_REJECTED: 'Against.' },
  },
}
