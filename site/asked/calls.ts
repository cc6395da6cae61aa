/** How people ask for the calls and objects of the API reference. */
import type { AskedAs } from './askedAs.ts'

export const calls: AskedAs = {
  '/api/': [
    'full list of api endpoints',
    'download openapi or swagger file',
    'rest api documentation',
    'all methods with parameters and errors',
  ],

  '/api/#whoami': [
    'endpoint that tells who I am',
    'call to check my credentials',
    'get own user id and account id',
  ],
  '/api/#get_organization_configs': [
    'read which features are switched on',
    'endpoint to see owners and required approvals',
    'get account settings',
  ],
  '/api/#list_suborgs': [
    'api to page through customer accounts',
    'find customer by email or public key',
    'search customer account by credential',
  ],
  '/api/#list_verified_suborgs': [
    'find accounts whose phone number is confirmed',
    'which customers proved their email',
  ],
  '/api/#create_sub_organization': [
    'endpoint to create a customer account',
    'api to open separate account with owner and wallet',
    'add new tenant',
  ],
  '/api/#delete_sub_organization': [
    'close a customer account',
    'endpoint to remove a customer for good',
    'gdpr erase customer account call',
  ],
  '/api/#update_organization_name': ['rename my company account', 'change display name of the account'],
  '/api/#update_root_quorum': [
    'change owners and number of approvals needed',
    'endpoint to replace admins',
    'set 2 of 3 owners',
  ],
  '/api/#set_organization_feature': [
    'enable a feature by api',
    'turn on sms login or webhook',
    'set callback url of account',
  ],
  '/api/#remove_organization_feature': [
    'disable a feature by api',
    'switch off email login for whole account',
  ],
  '/api/#create_invitations': [
    'invite a colleague by email',
    'endpoint to add team member by invitation',
    'ask coworkers to join',
  ],
  '/api/#delete_invitation': ['cancel an invitation', 'take back invite sent to wrong person'],

  '/api/#get_policy': ['read one rule', 'show a rule by id'],
  '/api/#list_policies': [
    'endpoint that returns every rule',
    'show which permissions exist',
    'who may do what, read by api',
  ],
  '/api/#get_policy_evaluations': [
    'see which rule decided a request',
    'audit why a payment was allowed',
    'outcome of each rule after a vote',
  ],
  '/api/#create_policy': [
    'add a rule by api',
    'endpoint to give someone permission',
    'create spending limit rule call',
  ],
  '/api/#create_policies': ['add several rules at once', 'bulk import of rules'],
  '/api/#update_policy': ['edit a rule', 'change limit of existing rule by api', 'modify permission by api'],
  '/api/#delete_policy': ['remove a rule', 'take away a permission by api'],
  '/api/#delete_policies': ['remove many rules in one call'],

  '/api/#list_webhook_endpoints': ['show registered callback urls'],
  '/api/#create_webhook_endpoint': ['register callback url by api', 'subscribe my server to events'],
  '/api/#update_webhook_endpoint': ['change callback url', 'pause notifications to an endpoint'],
  '/api/#delete_webhook_endpoint': ['remove a callback url', 'stop sending events to old server'],

  '/api/#get_wallet': ['read one wallet by id', 'was this wallet exported or imported'],
  '/api/#list_wallets': ['list all my wallets by api', 'endpoint to show wallets of customer'],
  '/api/#get_wallet_account': ['look up account by address', 'which path has this address'],
  '/api/#list_wallet_accounts': [
    'list addresses of a wallet',
    'get public key of each address',
    'endpoint for all deposit addresses',
  ],
  '/api/#create_wallet': [
    'endpoint to make a new wallet',
    'generate seed and addresses by api',
    'api call new hd wallet',
  ],
  '/api/#create_wallet_accounts': ['add another address to existing wallet', 'derive more accounts'],
  '/api/#update_wallet': ['rename wallet endpoint', 'change label of wallet'],
  '/api/#delete_wallets': [
    'delete a wallet by api',
    'cannot delete wallet because not exported',
    'destroy seed permanently',
  ],
  '/api/#delete_wallet_accounts': ['remove an address from wallet'],
  '/api/#init_import_wallet': ['first call of phrase import', 'get encryption key for uploading a mnemonic'],
  '/api/#import_wallet': [
    'endpoint to upload a recovery phrase',
    'second call of phrase import',
    'seed is already here error',
  ],
  '/api/#export_wallet': ['endpoint to download the mnemonic', 'get encrypted seed phrase by api'],
  '/api/#export_wallet_account': [
    'export key of a single address endpoint',
    'take out key of a single account',
  ],

  '/api/#sign_raw_payload': [
    'endpoint to sign any bytes',
    'sign a message hash by api',
    'api that returns r s v',
  ],
  '/api/#sign_raw_payloads': ['endpoint to sign list of hashes', 'batch message signing call'],
  '/api/#sign_transaction': [
    'endpoint to sign a transaction',
    'api that returns signed transaction',
    'does signing call also send it',
  ],

  '/api/#get_private_key': ['read public key and addresses of a key', 'details of a single key'],
  '/api/#list_private_keys': ['list standalone keys', 'show all keys without seed'],
  '/api/#create_private_keys': [
    'make a single key without seed phrase',
    'one standalone signing key for a service',
  ],
  '/api/#delete_private_keys': ['destroy a standalone key', 'remove key for ever by api'],
  '/api/#init_import_private_key': ['first call to upload a raw private key'],
  '/api/#import_private_key': ['upload raw private key by api', 'bring own hex key'],
  '/api/#export_private_key': ['download raw private key by api', 'take a standalone key out'],
  '/api/#list_private_key_tags': ['list labels of keys'],
  '/api/#create_private_key_tag': ['group keys by label', 'put label on several keys'],
  '/api/#update_private_key_tag': ['rename label of keys', 'add or remove keys from a group'],
  '/api/#delete_private_key_tags': ['delete labels of keys'],

  '/api/#get_user': ['read a user with devices and keys', 'show details of a person'],
  '/api/#list_users': ['list people of my account', 'endpoint for team members', 'list who can approve'],
  '/api/#create_users': [
    'endpoint to add staff with credentials',
    'create machine user by api',
    'add team member without invitation',
  ],
  '/api/#update_user': ['edit user name contacts or groups', 'put user into another group'],
  '/api/#update_user_name': ['rename a person', 'change display name of user'],
  '/api/#update_user_email': ['change email address of customer by api', 'customer has new mailbox'],
  '/api/#update_user_phone_number': ['change phone number by api', 'new mobile number for sms code'],
  '/api/#delete_users': [
    'delete a person by api',
    'block a user completely',
    'cannot delete user in root quorum',
  ],
  '/api/#list_user_tags': ['list groups of users', 'which roles or teams exist'],
  '/api/#create_user_tag': ['make a group of users', 'role such as finance team by label'],
  '/api/#update_user_tag': ['add person to a group', 'remove someone from approvers group'],
  '/api/#delete_user_tags': ['delete a group of users'],

  '/api/#init_user_email_recovery': ['endpoint that sends recovery email', 'start lost access flow by api'],
  '/api/#recover_user': ['register new device with the recovery key call', 'finish lost access flow by api'],
  '/api/#email_auth': ['endpoint that sends the sign-in email', 'start mailbox login by api'],
  '/api/#init_otp_auth': ['older call to send a code to a known user', 'send login code by api'],
  '/api/#otp_auth': ['check the six digit code and get a key', 'exchange code for credential call'],
  '/api/#init_otp': [
    'send verification code to a phone that has no account',
    'newer call to send one-time code',
  ],
  '/api/#verify_otp': ['check code and get proof of the contact', 'confirm phone number during sign-up'],
  '/api/#oauth': ['older call to log in by id token', 'nonce of id token does not match'],
  '/api/#get_oauth_providers': ['list linked social accounts of user'],
  '/api/#create_oauth_providers': ['link social account by api', 'attach openid identity to a user'],
  '/api/#delete_oauth_providers': ['unlink social account', 'disconnect identity provider from user'],

  '/api/#get_authenticator': ['read one registered device'],
  '/api/#get_authenticators': ['list registered fingerprint devices by api', 'get credential ids of user'],
  '/api/#create_authenticators': ['endpoint to register a passkey', 'add security key by api'],
  '/api/#delete_authenticators': ['endpoint to remove a passkey', 'unregister device by api'],
  '/api/#get_api_key': ['read one api key', 'when does this key expire'],
  '/api/#get_api_keys': [
    'list api keys of user',
    'which sessions are still alive',
    'list active keys by api',
  ],
  '/api/#create_api_keys': [
    'register public key as credential by api',
    'add api key for a service',
    'eleventh expiring key replaces oldest',
  ],
  '/api/#delete_api_keys': [
    'endpoint to revoke a key',
    'log out remote session by api',
    'disable a leaked credential',
  ],
  '/api/#create_read_only_session': ['get token for reading only', 'endpoint for one hour read access'],
  '/api/#create_read_write_session': [
    'get temporary signing key by api',
    'endpoint for fifteen minute session',
  ],
  '/api/#stamp_login': ['register own session key', 'login call with key made in the client'],
  '/api/#otp_login': ['last call of one-time code login', 'log in with verification token'],
  '/api/#oauth_login': ['social login with own session key call', 'log in by id token without bundle'],

  '/api/#get_activity': [
    'check status of a request by id',
    'poll until done endpoint',
    'get result of an earlier operation',
  ],
  '/api/#list_activities': [
    'audit log endpoint',
    'list pending approvals by api',
    'history of all operations',
    'export activity history',
  ],
  '/api/#approve_activity': [
    'approve a pending request by api',
    'endpoint to confirm second signature',
    'vote yes by api',
  ],
  '/api/#reject_activity': [
    'decline a pending request by api',
    'endpoint to veto',
    'cancel a waiting payment',
  ],

  '/api/#schema-Activity': ['fields of an activity object', 'possible status values of a request'],
  '/api/#schema-Vote': ['fields of an approval vote', 'which credential cast the vote'],
  '/api/#schema-Timestamp': ['seconds and nanos as strings'],
  '/api/#schema-Status': ['shape of the error answer', 'error json code message details'],
  '/api/#schema-User': ['fields of user object'],
  '/api/#schema-ApiKey': ['fields of api key object', 'type of credential in answer'],
  '/api/#schema-Authenticator': ['fields of authenticator object', 'aaguid and attestation type in answer'],
  '/api/#schema-Wallet': ['fields of wallet object', 'exported and imported flags of a wallet'],
  '/api/#schema-WalletAccount': ['fields of an address entry', 'public key and path of account in answer'],
  '/api/#schema-PrivateKey': ['fields of private key object'],
  '/api/#schema-Policy': ['fields of policy object', 'effect condition consensus notes fields'],
  '/api/#schema-Tag': ['fields of tag object'],
  '/api/#schema-Pagination': ['limit before after paging parameters', 'how many entries on a page'],
}
