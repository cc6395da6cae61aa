/** Users, activities, wallets and keys. */
import { later, param, type StructEntry, seed, struct } from './entry.ts'
import { idParams } from './ids.ts'

const RAW_PAYLOADS = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']
const EXPORTS = ['EXPORT_WALLET', 'EXPORT_WALLET_ACCOUNT', 'EXPORT_PRIVATE_KEY']

export const organizationStructs: readonly StructEntry[] = [
  struct('seed', 'User', 'a user', 'A user who approved the activity.', [
    seed('id', 'string', 'The user id.'),
    seed('tags', 'list<string>', 'The ids of the tags that the user has.'),
    seed('email', 'string', 'The email address, or the empty string; comparing it ignores letter case.', {
      format: 'email',
    }),
    seed('alias', 'string', 'The user name.'),
  ]),
  struct('later', 'Credential', 'a credential', 'A credential with which an approver stamped a vote.', [
    later('id', 'string', 'The credential id.'),
    later('user_id', 'string', 'The id of the user who owns it.'),
    later('type', 'string', 'The credential type, such as `CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR`.'),
    later('credential_id', 'string', 'The id that a passkey reports; empty for an API key.'),
    later(
      'public_key',
      'string',
      'The public key, in hex; comparing it ignores letter case and compression.',
      {
        format: 'public-key',
      },
    ),
  ]),
  struct('seed', 'Activity', 'the activity', 'What the request asks for.', [
    seed(
      'type',
      'string',
      'The full name of the posted version, such as `ACTIVITY_TYPE_SIGN_TRANSACTION_V2`.',
    ),
    seed('resource', 'string', 'What is acted on, such as `WALLET`.'),
    seed('action', 'string', 'What is done, such as `SIGN`.'),
    later('kind', 'string', 'The type without prefix and version: one name for all versions.'),
    later('params', 'ActivityParams', 'Some of the parameters of the request.'),
  ]),
  struct(
    'later',
    'ActivityParams',
    'the parameters',
    'Parameters of the request; reading one that this activity does not have is an error.',
    [
      param('hash_function', 'string', 'Raw payloads: the hash function.', RAW_PAYLOADS),
      param('encoding', 'string', 'Raw payloads: the payload encoding.', RAW_PAYLOADS),
      param('type', 'string', 'Transactions: the transaction type.', ['SIGN_TRANSACTION']),
      param(
        'target_public_key',
        'string',
        'Exports: the key that the bundle is encrypted to; comparing it ignores letter case and compression.',
        EXPORTS,
        { format: 'public-key' },
      ),
      param('otp_length', 'int', 'One-time codes: the number of digits.', ['INIT_OTP', 'INIT_OTP_AUTH']),
      ...idParams,
    ],
  ),
  struct('seed', 'Wallet', 'the wallet', 'A wallet.', [
    seed('id', 'string', 'The wallet id.'),
    later('imported', 'bool', 'True when the wallet was imported.'),
    later('exported', 'bool', 'True when the wallet was exported.'),
    later('label', 'string', 'The wallet name.'),
  ]),
  struct('later', 'WalletAccount', 'the wallet account', 'An account of a wallet.', [
    later(
      'address',
      'string',
      'The address of the account; comparing it ignores letter case in hex and Bech32.',
      {
        format: 'address',
      },
    ),
  ]),
  struct('seed', 'PrivateKey', 'the private key', 'A private key without a wallet.', [
    seed('id', 'string', 'The private key id.'),
    seed('tags', 'list<string>', 'The ids of the tags that the key has.'),
    later('imported', 'bool', 'True when the key was imported.'),
    later('exported', 'bool', 'True when the key was exported.'),
    later('label', 'string', 'The name of the key.'),
  ]),
]
