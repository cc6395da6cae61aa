/** The methods of the client, two for each call. Written by build/generate.ts from the contract: change that, and run it again. */
import type {
  QueryMethod,
  StampQueryMethod,
  StampSubmitMethod,
  StampVoteMethod,
  SubmitMethod,
  VoteMethod,
} from '../method.ts'

export interface Methods {
  /**
   * Tells who the stamp belongs to.
   *
   * Answers organization and user of the credential that stamped the request. With the id of a parent organization and a credential that only one of its sub-organizations knows, it answers that sub-organization; give the sub-organization’s own id where you know it.
   *
   * @throws ApiError `CREDENTIAL_AMBIGUOUS`
   * @see /api/#whoami
   */
  whoami: QueryMethod<'whoami'>
  /** Signs `whoami` without sending it. */
  stampWhoami: StampQueryMethod<'whoami'>
  /**
   * Reads the switches and the root quorum of an organization.
   *
   * Answers the features that are on, with their values, and the users and threshold of the root quorum.
   * @see /api/#get_organization_configs
   */
  getOrganizationConfigs: QueryMethod<'get_organization_configs'>
  /** Signs `get_organization_configs` without sending it. */
  stampGetOrganizationConfigs: StampQueryMethod<'get_organization_configs'>
  /**
   * Lists the sub-organizations of a parent, all or those that match one value.
   *
   * Newest first, in pages. With `filterType` and `filterValue` it finds the sub-organizations to which a name, a contact or a credential belongs. Nothing found is an empty list, not an error.
   *
   * @throws ApiError `CURSOR_INVALID`, `OIDC_TOKEN_INVALID`
   * @see /api/#list_suborgs
   */
  listSuborgs: QueryMethod<'list_suborgs'>
  /** Signs `list_suborgs` without sending it. */
  stampListSuborgs: StampQueryMethod<'list_suborgs'>
  /**
   * Lists the sub-organizations in which an email address or phone number was verified.
   *
   * As `list_suborgs`, but counts only contacts whose owner proved control by a one-time code (`verify_otp`). Newest first, in pages.
   *
   * @throws ApiError `CURSOR_INVALID`
   * @see /api/#list_verified_suborgs
   */
  listVerifiedSuborgs: QueryMethod<'list_verified_suborgs'>
  /** Signs `list_verified_suborgs` without sending it. */
  stampListVerifiedSuborgs: StampQueryMethod<'list_verified_suborgs'>
  /**
   * Creates a sub-organization with its root users and, if you like, a wallet.
   *
   * Submitted by the parent. The sub-organization is on its own from then on: the parent reads it and can start sign-in and recovery for its users, and nothing else. Sub-organizations do not nest. Email auth, one-time codes and email recovery are on unless the `disable…` members say otherwise. All or nothing: a bad root user or wallet creates no sub-organization.
   *
   * @throws ApiError `PARENT_ORGANIZATION_ONLY`, `THRESHOLD_TOO_HIGH`, `QUORUM_EMPTY`, `LAST_CREDENTIAL`, `NAME_TAKEN`, `CREDENTIAL_TAKEN`, `ATTESTATION_INVALID`, `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `OIDC_TOKEN_INVALID`, `ISSUER_UNREACHABLE`, `DERIVATION_PATH_INVALID`, `ADDRESS_FORMAT_MISMATCH`, `PATH_TAKEN`, `VERIFICATION_TOKEN_INVALID`, `CLIENT_SIGNATURE_INVALID`, `RESOURCE_NOT_FOUND`, `CREDENTIAL_LIMIT_REACHED`
   * @see /api/#create_sub_organization
   */
  createSubOrganization: SubmitMethod<'create_sub_organization'>
  /** Signs `create_sub_organization` without sending it. */
  stampCreateSubOrganization: StampSubmitMethod<'create_sub_organization'>
  /**
   * Deletes the sub-organization that submits it.
   *
   * Sent by the sub-organization itself, with its own id as `organizationId`; the parent cannot. Every wallet and private key must be exported, or `deleteWithoutExport` true. What is deleted cannot be brought back.
   *
   * @throws ApiError `SUB_ORGANIZATION_ONLY`, `DELETE_UNEXPORTED`
   * @see /api/#delete_sub_organization
   */
  deleteSubOrganization: SubmitMethod<'delete_sub_organization'>
  /** Signs `delete_sub_organization` without sending it. */
  stampDeleteSubOrganization: StampSubmitMethod<'delete_sub_organization'>
  /**
   * Renames the organization.
   *
   * Only the root quorum may; policies cannot grant it.
   *
   * @throws ApiError `ROOT_QUORUM_ONLY`
   * @see /api/#update_organization_name
   */
  updateOrganizationName: SubmitMethod<'update_organization_name'>
  /** Signs `update_organization_name` without sending it. */
  stampUpdateOrganizationName: StampSubmitMethod<'update_organization_name'>
  /**
   * Replaces the root quorum: its users and how many of them must approve.
   *
   * Only the present root quorum may; policies cannot grant it. Both members are replaced as a whole. A user must leave the quorum before it can be deleted.
   *
   * @throws ApiError `ROOT_QUORUM_ONLY`, `THRESHOLD_TOO_HIGH`, `QUORUM_EMPTY`, `QUORUM_USER_NOT_FOUND`, `DUPLICATE_ENTRY`
   * @see /api/#update_root_quorum
   */
  updateRootQuorum: SubmitMethod<'update_root_quorum'>
  /** Signs `update_root_quorum` without sending it. */
  stampUpdateRootQuorum: StampSubmitMethod<'update_root_quorum'>
  /**
   * Switches a feature of the organization on, or changes its value.
   *
   * Only the root quorum may; policies cannot grant it. Answers all features that are on afterwards.
   *
   * @throws ApiError `ROOT_QUORUM_ONLY`, `FEATURE_VALUE_INVALID`
   * @see /api/#set_organization_feature
   */
  setOrganizationFeature: SubmitMethod<'set_organization_feature'>
  /** Signs `set_organization_feature` without sending it. */
  stampSetOrganizationFeature: StampSubmitMethod<'set_organization_feature'>
  /**
   * Switches a feature of the organization off.
   *
   * Only the root quorum may; policies cannot grant it. Answers all features that are on afterwards. Switching off what is off changes nothing.
   *
   * @throws ApiError `ROOT_QUORUM_ONLY`, `LAST_CREDENTIAL`
   * @see /api/#remove_organization_feature
   */
  removeOrganizationFeature: SubmitMethod<'remove_organization_feature'>
  /** Signs `remove_organization_feature` without sending it. */
  stampRemoveOrganizationFeature: StampSubmitMethod<'remove_organization_feature'>
  /**
   * Invites people to become users of the organization.
   *
   * Sends each address an email with instructions: generate a key on your own device, and give its public key, or a passkey registration, to the inviting user. The email has no link, and no call accepts it: the inviting user creates the invited user with `create_users`, then calls `delete_invitation`. An invitation by itself grants nothing, and lasts until it is deleted. All or none are created. At most 100 invitations per organization.
   *
   * @throws ApiError `USER_NOT_FOUND`, `RESOURCE_NOT_FOUND`, `RESOURCE_LIMIT_REACHED`, `MESSAGE_LIMIT_REACHED`
   * @see /api/#create_invitations
   */
  createInvitations: SubmitMethod<'create_invitations'>
  /** Signs `create_invitations` without sending it. */
  stampCreateInvitations: StampSubmitMethod<'create_invitations'>
  /**
   * Withdraws an invitation.
   *
   * Makes room for another. Nothing else changes: an invitation opens nothing, and a user who was created from it stays.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#delete_invitation
   */
  deleteInvitation: SubmitMethod<'delete_invitation'>
  /** Signs `delete_invitation` without sending it. */
  stampDeleteInvitation: StampSubmitMethod<'delete_invitation'>
  /**
   * Reads one policy.
   *
   * Any user of the organization may read every policy.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#get_policy
   */
  getPolicy: QueryMethod<'get_policy'>
  /** Signs `get_policy` without sending it. */
  stampGetPolicy: StampQueryMethod<'get_policy'>
  /**
   * Lists all policies of the organization.
   *
   * Not paged: an organization holds at most 100.
   * @see /api/#list_policies
   */
  listPolicies: QueryMethod<'list_policies'>
  /** Signs `list_policies` without sending it. */
  stampListPolicies: StampQueryMethod<'list_policies'>
  /**
   * Reads what each policy came to for an activity, after each of its votes.
   *
   * One entry for each vote after which the activity was decided, with one outcome for each policy. An activity that the root quorum allowed has no entry, because no policy was evaluated. With `explain`, or for a request that has not been submitted, `policyRequest` says what policies would be asked now; nothing is carried out.
   *
   * @throws ApiError `ACTIVITY_NOT_FOUND`, `MEMBER_MISSING`
   * @see /api/#get_policy_evaluations
   */
  getPolicyEvaluations: QueryMethod<'get_policy_evaluations'>
  /** Signs `get_policy_evaluations` without sending it. */
  stampGetPolicyEvaluations: StampQueryMethod<'get_policy_evaluations'>
  /**
   * Creates a policy.
   *
   * Both expressions are parsed and type-checked; an error names the position and nothing is stored. Versions 1 and 2 take selectors, which are translated into a condition.
   *
   * @throws ApiError `POLICY_NAME_TAKEN`, `POLICY_EXPRESSION_INVALID`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_policy
   */
  createPolicy: SubmitMethod<'create_policy'>
  /** Signs `create_policy` without sending it. */
  stampCreatePolicy: StampSubmitMethod<'create_policy'>
  /**
   * Creates several policies, all or none.
   *
   * Each is checked as by `create_policy`; the first error refuses the whole list.
   *
   * @throws ApiError `POLICY_NAME_TAKEN`, `POLICY_EXPRESSION_INVALID`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_policies
   */
  createPolicies: SubmitMethod<'create_policies'>
  /** Signs `create_policies` without sending it. */
  stampCreatePolicies: StampSubmitMethod<'create_policies'>
  /**
   * Changes a policy.
   *
   * Only `policyId` is needed; members that are left out stay as they are.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `POLICY_NAME_TAKEN`, `POLICY_EXPRESSION_INVALID`
   * @see /api/#update_policy
   */
  updatePolicy: SubmitMethod<'update_policy'>
  /** Signs `update_policy` without sending it. */
  stampUpdatePolicy: StampSubmitMethod<'update_policy'>
  /**
   * Deletes a policy.
   *
   * Activities that wait for consensus are decided without it from their next vote on.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#delete_policy
   */
  deletePolicy: SubmitMethod<'delete_policy'>
  /** Signs `delete_policy` without sending it. */
  stampDeletePolicy: StampSubmitMethod<'delete_policy'>
  /**
   * Deletes several policies, all or none.
   *
   * An unknown id refuses the whole list.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `DUPLICATE_ENTRY`
   * @see /api/#delete_policies
   */
  deletePolicies: SubmitMethod<'delete_policies'>
  /** Signs `delete_policies` without sending it. */
  stampDeletePolicies: StampSubmitMethod<'delete_policies'>
  /**
   * Lists the webhook endpoints of the organization.
   *
   * Endpoints managed by calls; the URL of the webhook feature is read by `get_organization_configs`.
   * @see /api/#list_webhook_endpoints
   */
  listWebhookEndpoints: QueryMethod<'list_webhook_endpoints'>
  /** Signs `list_webhook_endpoints` without sending it. */
  stampListWebhookEndpoints: StampQueryMethod<'list_webhook_endpoints'>
  /**
   * Creates an endpoint that is told of events.
   *
   * Deliveries are signed and repeated until the endpoint answers 2xx; order is not guaranteed. The URL must be HTTPS to a public address.
   *
   * @throws ApiError `WEBHOOK_URL_INVALID`, `NAME_TAKEN`
   * @see /api/#create_webhook_endpoint
   */
  createWebhookEndpoint: SubmitMethod<'create_webhook_endpoint'>
  /** Signs `create_webhook_endpoint` without sending it. */
  stampCreateWebhookEndpoint: StampSubmitMethod<'create_webhook_endpoint'>
  /**
   * Changes an endpoint, or stops its deliveries.
   *
   * Only `endpointId` is needed; members that are left out stay as they are.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `WEBHOOK_URL_INVALID`, `NAME_TAKEN`
   * @see /api/#update_webhook_endpoint
   */
  updateWebhookEndpoint: SubmitMethod<'update_webhook_endpoint'>
  /** Signs `update_webhook_endpoint` without sending it. */
  stampUpdateWebhookEndpoint: StampSubmitMethod<'update_webhook_endpoint'>
  /**
   * Deletes an endpoint.
   *
   * Deliveries that wait to be repeated are dropped.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#delete_webhook_endpoint
   */
  deleteWebhookEndpoint: SubmitMethod<'delete_webhook_endpoint'>
  /** Signs `delete_webhook_endpoint` without sending it. */
  stampDeleteWebhookEndpoint: StampSubmitMethod<'delete_webhook_endpoint'>
  /**
   * Reads one wallet.
   *
   * Its accounts are listed by `list_wallet_accounts`.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#get_wallet
   */
  getWallet: QueryMethod<'get_wallet'>
  /** Signs `get_wallet` without sending it. */
  stampGetWallet: StampQueryMethod<'get_wallet'>
  /**
   * Lists all wallets of the organization.
   *
   * Not paged: an organization holds at most 100.
   * @see /api/#list_wallets
   */
  listWallets: QueryMethod<'list_wallets'>
  /** Signs `list_wallets` without sending it. */
  stampListWallets: StampQueryMethod<'list_wallets'>
  /**
   * Reads one account of a wallet, by its address or its path.
   *
   * Give `address`, `path` or both; both must then name the same account.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `WALLET_ACCOUNT_NOT_FOUND`
   * @see /api/#get_wallet_account
   */
  getWalletAccount: QueryMethod<'get_wallet_account'>
  /** Signs `get_wallet_account` without sending it. */
  stampGetWalletAccount: StampQueryMethod<'get_wallet_account'>
  /**
   * Lists the accounts of a wallet, in pages.
   *
   * Newest first; a page holds 10 accounts unless `limit` says otherwise.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `CURSOR_INVALID`
   * @see /api/#list_wallet_accounts
   */
  listWalletAccounts: QueryMethod<'list_wallet_accounts'>
  /** Signs `list_wallet_accounts` without sending it. */
  stampListWalletAccounts: StampQueryMethod<'list_wallet_accounts'>
  /**
   * Creates a wallet: a new seed, and the accounts that you ask for.
   *
   * The seed comes from the secure random source and stays inside. `accounts` may be empty; `create_wallet_accounts` adds more later.
   *
   * @throws ApiError `NAME_TAKEN`, `DERIVATION_PATH_INVALID`, `ADDRESS_FORMAT_MISMATCH`, `PATH_TAKEN`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_wallet
   */
  createWallet: SubmitMethod<'create_wallet'>
  /** Signs `create_wallet` without sending it. */
  stampCreateWallet: StampSubmitMethod<'create_wallet'>
  /**
   * Derives further accounts from a wallet.
   *
   * All or none. A path that the wallet uses already is refused, whatever its address format.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `DERIVATION_PATH_INVALID`, `ADDRESS_FORMAT_MISMATCH`, `PATH_TAKEN`
   * @see /api/#create_wallet_accounts
   */
  createWalletAccounts: SubmitMethod<'create_wallet_accounts'>
  /** Signs `create_wallet_accounts` without sending it. */
  stampCreateWalletAccounts: StampSubmitMethod<'create_wallet_accounts'>
  /**
   * Renames a wallet.
   *
   * Only `walletId` is needed; without a name nothing changes.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `NAME_TAKEN`
   * @see /api/#update_wallet
   */
  updateWallet: SubmitMethod<'update_wallet'>
  /** Signs `update_wallet` without sending it. */
  stampUpdateWallet: StampSubmitMethod<'update_wallet'>
  /**
   * Deletes wallets with all their accounts, all or none.
   *
   * Every wallet must be exported, or `deleteWithoutExport` true. A deleted seed cannot be brought back; what its addresses hold is reachable only with an exported phrase.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `DELETE_UNEXPORTED`, `DUPLICATE_ENTRY`
   * @see /api/#delete_wallets
   */
  deleteWallets: SubmitMethod<'delete_wallets'>
  /** Signs `delete_wallets` without sending it. */
  stampDeleteWallets: StampSubmitMethod<'delete_wallets'>
  /**
   * Deletes accounts of wallets, all or none.
   *
   * The seed stays; the same path gives the same account again. Every account must be exported, alone or with its wallet, or `deleteWithoutExport` true.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `DELETE_UNEXPORTED`, `DUPLICATE_ENTRY`
   * @see /api/#delete_wallet_accounts
   */
  deleteWalletAccounts: SubmitMethod<'delete_wallet_accounts'>
  /** Signs `delete_wallet_accounts` without sending it. */
  stampDeleteWalletAccounts: StampSubmitMethod<'delete_wallet_accounts'>
  /**
   * Begins the import of a wallet: answers a key to which the phrase is sealed.
   *
   * First of two steps. The bundle is good for one import by the same user. Users import for themselves only.
   *
   * @throws ApiError `IMPORT_FOR_OTHER_USER`, `USER_NOT_FOUND`
   * @see /api/#init_import_wallet
   */
  initImportWallet: SubmitMethod<'init_import_wallet'>
  /** Signs `init_import_wallet` without sending it. */
  stampInitImportWallet: StampSubmitMethod<'init_import_wallet'>
  /**
   * Imports a wallet from a recovery phrase sealed to the import key.
   *
   * Second of two steps, after `init_import_wallet`. The phrase is checked for words and checksum; a seed that is here already is refused with the id of its wallet.
   *
   * @throws ApiError `IMPORT_FOR_OTHER_USER`, `USER_NOT_FOUND`, `IMPORT_BUNDLE_INVALID`, `KEY_IMPORTED_ALREADY`, `SECRET_PUBLIC`, `NAME_TAKEN`, `DERIVATION_PATH_INVALID`, `ADDRESS_FORMAT_MISMATCH`, `PATH_TAKEN`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#import_wallet
   */
  importWallet: SubmitMethod<'import_wallet'>
  /** Signs `import_wallet` without sending it. */
  stampImportWallet: StampSubmitMethod<'import_wallet'>
  /**
   * Exports the recovery phrase of a wallet, sealed to your target key.
   *
   * The phrase leaves only inside the bundle. The wallet is marked as exported. Addresses belong to the English phrase; another language is another rendering of the same entropy.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#export_wallet
   */
  exportWallet: SubmitMethod<'export_wallet'>
  /** Signs `export_wallet` without sending it. */
  stampExportWallet: StampSubmitMethod<'export_wallet'>
  /**
   * Exports the private key of one wallet account, sealed to your target key.
   *
   * The bundle holds the raw 32 bytes: the secp256k1 scalar, or the Ed25519 seed. The account is marked as exported, not the wallet.
   *
   * @throws ApiError `WALLET_ACCOUNT_NOT_FOUND`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#export_wallet_account
   */
  exportWalletAccount: SubmitMethod<'export_wallet_account'>
  /** Signs `export_wallet_account` without sending it. */
  stampExportWalletAccount: StampSubmitMethod<'export_wallet_account'>
  /**
   * Signs a payload with a wallet account or a private key.
   *
   * ECDSA with deterministic nonces (RFC 6979) and low-s on secp256k1; Schnorr (BIP-340) with the tweaked key for P2TR addresses; Ed25519 on ed25519. A policy sees no transaction here: `eth.tx` and `solana.tx` are absent.
   *
   * @throws ApiError `SIGNER_NOT_FOUND`, `PAYLOAD_MALFORMED`, `PAYLOAD_NOT_DIGEST`, `HASH_FUNCTION_MISMATCH`
   * @see /api/#sign_raw_payload
   */
  signRawPayload: SubmitMethod<'sign_raw_payload'>
  /** Signs `sign_raw_payload` without sending it. */
  stampSignRawPayload: StampSubmitMethod<'sign_raw_payload'>
  /**
   * Signs several payloads with one key, all or none.
   *
   * As `sign_raw_payload`, with one encoding and one hash function for all. The signatures keep the order.
   *
   * @throws ApiError `SIGNER_NOT_FOUND`, `PAYLOAD_MALFORMED`, `PAYLOAD_NOT_DIGEST`, `HASH_FUNCTION_MISMATCH`
   * @see /api/#sign_raw_payloads
   */
  signRawPayloads: SubmitMethod<'sign_raw_payloads'>
  /** Signs `sign_raw_payloads` without sending it. */
  stampSignRawPayloads: StampSubmitMethod<'sign_raw_payloads'>
  /**
   * Signs a transaction and answers it in full.
   *
   * The transaction is read, so that policies can look inside (`eth.tx`, `solana.tx`). It is signed as it is: nothing is filled in, and nothing is broadcast.
   *
   * @throws ApiError `SIGNER_NOT_FOUND`, `TRANSACTION_MALFORMED`, `TRANSACTION_SIGNED`, `TRANSACTION_SIGNER_MISMATCH`, `TRANSACTION_TYPE_MISMATCH`
   * @see /api/#sign_transaction
   */
  signTransaction: SubmitMethod<'sign_transaction'>
  /** Signs `sign_transaction` without sending it. */
  stampSignTransaction: StampSubmitMethod<'sign_transaction'>
  /**
   * Reads one private key: its public half, its addresses, its tags.
   *
   * The secret half is not part of any answer but that of `export_private_key`.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#get_private_key
   */
  getPrivateKey: QueryMethod<'get_private_key'>
  /** Signs `get_private_key` without sending it. */
  stampGetPrivateKey: StampQueryMethod<'get_private_key'>
  /**
   * Lists all private keys of the organization.
   *
   * Not paged: an organization holds at most 1,000.
   * @see /api/#list_private_keys
   */
  listPrivateKeys: QueryMethod<'list_private_keys'>
  /** Signs `list_private_keys` without sending it. */
  stampListPrivateKeys: StampQueryMethod<'list_private_keys'>
  /**
   * Creates private keys: single keys without a seed, all or none.
   *
   * For keys that stand alone, such as one key of one service. Where several addresses belong together, create a wallet. Version 1 answers ids alone.
   *
   * @throws ApiError `NAME_TAKEN`, `ADDRESS_FORMAT_MISMATCH`, `RESOURCE_NOT_FOUND`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_private_keys
   */
  createPrivateKeys: SubmitMethod<'create_private_keys'>
  /** Signs `create_private_keys` without sending it. */
  stampCreatePrivateKeys: StampSubmitMethod<'create_private_keys'>
  /**
   * Deletes private keys, all or none.
   *
   * Every key must be exported, or `deleteWithoutExport` true. A deleted key cannot be brought back.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `DELETE_UNEXPORTED`, `DUPLICATE_ENTRY`
   * @see /api/#delete_private_keys
   */
  deletePrivateKeys: SubmitMethod<'delete_private_keys'>
  /** Signs `delete_private_keys` without sending it. */
  stampDeletePrivateKeys: StampSubmitMethod<'delete_private_keys'>
  /**
   * Begins the import of a private key: answers a key to which the secret is sealed.
   *
   * First of two steps. The bundle is good for one import by the same user. Users import for themselves only.
   *
   * @throws ApiError `IMPORT_FOR_OTHER_USER`, `USER_NOT_FOUND`
   * @see /api/#init_import_private_key
   */
  initImportPrivateKey: SubmitMethod<'init_import_private_key'>
  /** Signs `init_import_private_key` without sending it. */
  stampInitImportPrivateKey: StampSubmitMethod<'init_import_private_key'>
  /**
   * Imports a private key sealed to the import key.
   *
   * Second of two steps, after `init_import_private_key`. The secret is the raw 32 bytes: a secp256k1 scalar or an Ed25519 seed. A key that is here already is refused with its id.
   *
   * @throws ApiError `IMPORT_FOR_OTHER_USER`, `USER_NOT_FOUND`, `IMPORT_BUNDLE_INVALID`, `KEY_IMPORTED_ALREADY`, `SECRET_PUBLIC`, `NAME_TAKEN`, `ADDRESS_FORMAT_MISMATCH`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#import_private_key
   */
  importPrivateKey: SubmitMethod<'import_private_key'>
  /** Signs `import_private_key` without sending it. */
  stampImportPrivateKey: StampSubmitMethod<'import_private_key'>
  /**
   * Exports a private key, sealed to your target key.
   *
   * The bundle holds the raw 32 bytes: the secp256k1 scalar, or the Ed25519 seed. The key is marked as exported.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#export_private_key
   */
  exportPrivateKey: SubmitMethod<'export_private_key'>
  /** Signs `export_private_key` without sending it. */
  stampExportPrivateKey: StampSubmitMethod<'export_private_key'>
  /**
   * Lists all private key tags of the organization.
   *
   * Not paged: an organization holds at most 100 tags, a sub-organization 10.
   * @see /api/#list_private_key_tags
   */
  listPrivateKeyTags: QueryMethod<'list_private_key_tags'>
  /** Signs `list_private_key_tags` without sending it. */
  stampListPrivateKeyTags: StampQueryMethod<'list_private_key_tags'>
  /**
   * Creates a tag and puts it on private keys.
   *
   * All or none. Policies name the tag by its id: `private_key.tags.contains(…)`.
   *
   * @throws ApiError `NAME_TAKEN`, `RESOURCE_NOT_FOUND`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_private_key_tag
   */
  createPrivateKeyTag: SubmitMethod<'create_private_key_tag'>
  /** Signs `create_private_key_tag` without sending it. */
  stampCreatePrivateKeyTag: StampSubmitMethod<'create_private_key_tag'>
  /**
   * Renames a tag, or changes which private keys wear it.
   *
   * All or none. Both lists are needed; an empty one changes nothing.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `NAME_TAKEN`
   * @see /api/#update_private_key_tag
   */
  updatePrivateKeyTag: SubmitMethod<'update_private_key_tag'>
  /** Signs `update_private_key_tag` without sending it. */
  stampUpdatePrivateKeyTag: StampSubmitMethod<'update_private_key_tag'>
  /**
   * Deletes tags and takes them off the private keys.
   *
   * All or none. Policies that name a deleted tag match nothing by it any more.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#delete_private_key_tags
   */
  deletePrivateKeyTags: SubmitMethod<'delete_private_key_tags'>
  /** Signs `delete_private_key_tags` without sending it. */
  stampDeletePrivateKeyTags: StampSubmitMethod<'delete_private_key_tags'>
  /**
   * Reads one user with credentials and tags.
   *
   * Any user of the organization may read every user; so may users of its parent.
   *
   * @throws ApiError `USER_NOT_FOUND`
   * @see /api/#get_user
   */
  getUser: QueryMethod<'get_user'>
  /** Signs `get_user` without sending it. */
  stampGetUser: StampQueryMethod<'get_user'>
  /**
   * Lists all users of the organization.
   *
   * Not paged: an organization holds at most 100.
   * @see /api/#list_users
   */
  listUsers: QueryMethod<'list_users'>
  /** Signs `list_users` without sending it. */
  stampListUsers: StampQueryMethod<'list_users'>
  /**
   * Creates users with their first credentials, all or none.
   *
   * Older versions carry fewer kinds of credentials. In version 1 and 2 API keys are P-256. A user needs a long-lived credential, or, in a sub-organization, a contact by which it can come in.
   *
   * @throws ApiError `NAME_TAKEN`, `CREDENTIAL_TAKEN`, `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `ATTESTATION_INVALID`, `OIDC_TOKEN_INVALID`, `RESOURCE_NOT_FOUND`, `LAST_CREDENTIAL`, `ISSUER_UNREACHABLE`, `CREDENTIAL_LIMIT_REACHED`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_users
   */
  createUsers: SubmitMethod<'create_users'>
  /** Signs `create_users` without sending it. */
  stampCreateUsers: StampSubmitMethod<'create_users'>
  /**
   * Changes name, contacts or tags of a user.
   *
   * Only `userId` is needed; members that are left out stay as they are.
   *
   * @throws ApiError `USER_NOT_FOUND`, `NAME_TAKEN`, `RESOURCE_NOT_FOUND`
   * @see /api/#update_user
   */
  updateUser: SubmitMethod<'update_user'>
  /** Signs `update_user` without sending it. */
  stampUpdateUser: StampSubmitMethod<'update_user'>
  /**
   * Renames a user.
   *
   * Names are unique in an organization.
   *
   * @throws ApiError `USER_NOT_FOUND`, `NAME_TAKEN`
   * @see /api/#update_user_name
   */
  updateUserName: SubmitMethod<'update_user_name'>
  /** Signs `update_user_name` without sending it. */
  stampUpdateUserName: StampSubmitMethod<'update_user_name'>
  /**
   * Changes the email address of a user.
   *
   * With a verification token the address counts as verified.
   *
   * @throws ApiError `USER_NOT_FOUND`, `VERIFICATION_TOKEN_INVALID`
   * @see /api/#update_user_email
   */
  updateUserEmail: SubmitMethod<'update_user_email'>
  /** Signs `update_user_email` without sending it. */
  stampUpdateUserEmail: StampSubmitMethod<'update_user_email'>
  /**
   * Changes the phone number of a user.
   *
   * With a verification token the number counts as verified.
   *
   * @throws ApiError `USER_NOT_FOUND`, `VERIFICATION_TOKEN_INVALID`
   * @see /api/#update_user_phone_number
   */
  updateUserPhoneNumber: SubmitMethod<'update_user_phone_number'>
  /** Signs `update_user_phone_number` without sending it. */
  stampUpdateUserPhoneNumber: StampSubmitMethod<'update_user_phone_number'>
  /**
   * Deletes users with their credentials, all or none.
   *
   * Members of the root quorum must leave it first. What the users created stays.
   *
   * @throws ApiError `USER_NOT_FOUND`, `QUORUM_MEMBER_DELETION`, `DUPLICATE_ENTRY`
   * @see /api/#delete_users
   */
  deleteUsers: SubmitMethod<'delete_users'>
  /** Signs `delete_users` without sending it. */
  stampDeleteUsers: StampSubmitMethod<'delete_users'>
  /**
   * Lists all user tags of the organization.
   *
   * Not paged: an organization holds at most 100 tags, a sub-organization 10.
   * @see /api/#list_user_tags
   */
  listUserTags: QueryMethod<'list_user_tags'>
  /** Signs `list_user_tags` without sending it. */
  stampListUserTags: StampQueryMethod<'list_user_tags'>
  /**
   * Creates a tag and puts it on users.
   *
   * All or none. Policies name the tag by its id: `approvers.any(user, user.tags.contains(…))`.
   *
   * @throws ApiError `NAME_TAKEN`, `USER_NOT_FOUND`, `RESOURCE_LIMIT_REACHED`
   * @see /api/#create_user_tag
   */
  createUserTag: SubmitMethod<'create_user_tag'>
  /** Signs `create_user_tag` without sending it. */
  stampCreateUserTag: StampSubmitMethod<'create_user_tag'>
  /**
   * Renames a tag, or changes which users wear it.
   *
   * All or none. Both lists are needed; an empty one changes nothing.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`, `USER_NOT_FOUND`, `NAME_TAKEN`
   * @see /api/#update_user_tag
   */
  updateUserTag: SubmitMethod<'update_user_tag'>
  /** Signs `update_user_tag` without sending it. */
  stampUpdateUserTag: StampSubmitMethod<'update_user_tag'>
  /**
   * Deletes tags and takes them off the users.
   *
   * Deletes all or none. Policies that name a deleted tag no longer match any user by it.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#delete_user_tags
   */
  deleteUserTags: SubmitMethod<'delete_user_tags'>
  /** Signs `delete_user_tags` without sending it. */
  stampDeleteUserTags: StampSubmitMethod<'delete_user_tags'>
  /**
   * Emails a recovery credential to a user.
   *
   * First of two steps. The credential, sealed to `targetPublicKey`, is good for `recover_user` and `whoami` alone, for 15 minutes, and only the newest of a user works. A parent may start it for a user of a sub-organization; the sub-organization’s own switch decides whether it may.
   *
   * @throws ApiError `MESSAGE_LIMIT_REACHED`, `FEATURE_DISABLED`, `CONTACT_NOT_FOUND`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `MAIL_TEMPLATE_INVALID`
   * @see /api/#init_user_email_recovery
   */
  initUserEmailRecovery: SubmitMethod<'init_user_email_recovery'>
  /** Signs `init_user_email_recovery` without sending it. */
  stampInitUserEmailRecovery: StampSubmitMethod<'init_user_email_recovery'>
  /**
   * Adds a new authenticator to a user who came back by email.
   *
   * Second of two steps, stamped with the recovery credential, for its own user alone. The credential is spent by it.
   *
   * @throws ApiError `RECOVERY_CREDENTIAL_REQUIRED`, `USER_NOT_FOUND`, `ATTESTATION_INVALID`, `SECRET_PUBLIC`, `CREDENTIAL_LIMIT_REACHED`
   * @see /api/#recover_user
   */
  recoverUser: SubmitMethod<'recover_user'>
  /** Signs `recover_user` without sending it. */
  stampRecoverUser: StampSubmitMethod<'recover_user'>
  /**
   * Emails a user a credential bundle with which it signs in.
   *
   * Makes an expiring API key for the user with that address and emails it, sealed to `targetPublicKey`; it is never part of the answer. The key lives 15 minutes unless `expirationSeconds` says otherwise. A parent may start it for a user of a sub-organization.
   *
   * @throws ApiError `FEATURE_DISABLED`, `CONTACT_NOT_FOUND`, `MAIL_TEMPLATE_INVALID`, `MESSAGE_LIMIT_REACHED`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#email_auth
   */
  emailAuth: SubmitMethod<'email_auth'>
  /** Signs `email_auth` without sending it. */
  stampEmailAuth: StampSubmitMethod<'email_auth'>
  /**
   * Sends a user a one-time code by email or SMS.
   *
   * First of two steps; `otp_auth` takes the code. Six digits, good for 5 minutes, once; three wrong tries lock it; at most three codes of a user are live. A parent may start it for a user of a sub-organization.
   *
   * @throws ApiError `FEATURE_DISABLED`, `CONTACT_NOT_FOUND`, `MAIL_TEMPLATE_INVALID`, `OTP_LIMIT_REACHED`
   * @see /api/#init_otp_auth
   */
  initOtpAuth: SubmitMethod<'init_otp_auth'>
  /** Signs `init_otp_auth` without sending it. */
  stampInitOtpAuth: StampSubmitMethod<'init_otp_auth'>
  /**
   * Exchanges a one-time code for a credential bundle.
   *
   * Second of two steps. Makes an expiring API key for the user, sealed to `targetPublicKey`. Without `targetPublicKey` the code is checked and spent, and only `userId` is answered. One message for every code that does not work.
   *
   * @throws ApiError `OTP_INVALID`, `OTP_LIMIT_REACHED`, `FEATURE_DISABLED`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#otp_auth
   */
  otpAuth: SubmitMethod<'otp_auth'>
  /** Signs `otp_auth` without sending it. */
  stampOtpAuth: StampSubmitMethod<'otp_auth'>
  /**
   * Sends a one-time code to an email address or phone number, whether or not a user has it.
   *
   * First of three steps of the newer login: `verify_otp` exchanges the code for a verification token, `otp_login` or `create_sub_organization` uses the token. Version 3 answers a key to which the code is sealed.
   *
   * @throws ApiError `FEATURE_DISABLED`, `EMAIL_MALFORMED`, `PHONE_NUMBER_MALFORMED`, `MAIL_TEMPLATE_INVALID`, `OTP_LIMIT_REACHED`
   * @see /api/#init_otp
   */
  initOtp: SubmitMethod<'init_otp'>
  /** Signs `init_otp` without sending it. */
  stampInitOtp: StampSubmitMethod<'init_otp'>
  /**
   * Exchanges a one-time code for a verification token.
   *
   * The token proves control of the contact and names the client’s key; it is good for one login or sign-up. Others who read the activity see an empty result. In version 2 the code travels sealed.
   *
   * @throws ApiError `OTP_INVALID`, `OTP_LIMIT_REACHED`, `FEATURE_DISABLED`, `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#verify_otp
   */
  verifyOtp: SubmitMethod<'verify_otp'>
  /** Signs `verify_otp` without sending it. */
  stampVerifyOtp: StampSubmitMethod<'verify_otp'>
  /**
   * Exchanges an OpenID Connect id token for a credential bundle.
   *
   * Finds the user of a sub-organization with the issuer, audience and subject of the token. `nonce` (or `tknonce`) of the token must equal the lower-case hex SHA-256 of `targetPublicKey` as text. Creates an expiring API key, sealed to `targetPublicKey`.
   *
   * @throws ApiError `OIDC_TOKEN_INVALID`, `SUB_ORGANIZATION_ONLY`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `ISSUER_UNREACHABLE`
   * @see /api/#oauth
   */
  oauth: SubmitMethod<'oauth'>
  /** Signs `oauth` without sending it. */
  stampOauth: StampSubmitMethod<'oauth'>
  /**
   * Lists the OAuth providers of a user, or of all users.
   *
   * An OAuth provider is an identity at an OpenID Connect issuer: issuer, audience and subject.
   *
   * @throws ApiError `USER_NOT_FOUND`
   * @see /api/#get_oauth_providers
   */
  getOauthProviders: QueryMethod<'get_oauth_providers'>
  /** Signs `get_oauth_providers` without sending it. */
  stampGetOauthProviders: StampQueryMethod<'get_oauth_providers'>
  /**
   * Registers identities at OpenID Connect issuers for a user, all or none.
   *
   * The token is checked as by `oauth`, without the nonce rule. Version 2 also takes the bare claims. At most 10 of a user.
   *
   * @throws ApiError `USER_NOT_FOUND`, `OIDC_TOKEN_INVALID`, `CREDENTIAL_TAKEN`, `ISSUER_UNREACHABLE`, `CREDENTIAL_LIMIT_REACHED`
   * @see /api/#create_oauth_providers
   */
  createOauthProviders: SubmitMethod<'create_oauth_providers'>
  /** Signs `create_oauth_providers` without sending it. */
  stampCreateOauthProviders: StampSubmitMethod<'create_oauth_providers'>
  /**
   * Takes identities away from a user, all or none.
   *
   * The user must keep a way in.
   *
   * @throws ApiError `USER_NOT_FOUND`, `RESOURCE_NOT_FOUND`, `LAST_CREDENTIAL`
   * @see /api/#delete_oauth_providers
   */
  deleteOauthProviders: SubmitMethod<'delete_oauth_providers'>
  /** Signs `delete_oauth_providers` without sending it. */
  stampDeleteOauthProviders: StampSubmitMethod<'delete_oauth_providers'>
  /**
   * Reads one authenticator.
   *
   * Names the WebAuthn credential and its public key.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#get_authenticator
   */
  getAuthenticator: QueryMethod<'get_authenticator'>
  /** Signs `get_authenticator` without sending it. */
  stampGetAuthenticator: StampQueryMethod<'get_authenticator'>
  /**
   * Lists the authenticators of a user.
   *
   * Not paged: a user holds at most 10.
   *
   * @throws ApiError `USER_NOT_FOUND`
   * @see /api/#get_authenticators
   */
  getAuthenticators: QueryMethod<'get_authenticators'>
  /** Signs `get_authenticators` without sending it. */
  stampGetAuthenticators: StampQueryMethod<'get_authenticators'>
  /**
   * Registers authenticators (passkeys) for a user, all or none.
   *
   * The attestation must contain the challenge and, where the organization names one, the origin. Users may register their own unless a policy denies it. At most 10 of a user.
   *
   * @throws ApiError `USER_NOT_FOUND`, `ATTESTATION_INVALID`, `SECRET_PUBLIC`, `CREDENTIAL_TAKEN`, `CREDENTIAL_LIMIT_REACHED`
   * @see /api/#create_authenticators
   */
  createAuthenticators: SubmitMethod<'create_authenticators'>
  /** Signs `create_authenticators` without sending it. */
  stampCreateAuthenticators: StampSubmitMethod<'create_authenticators'>
  /**
   * Deletes authenticators of a user, all or none.
   *
   * The user must keep a long-lived credential, or, in a sub-organization, a way to come back.
   *
   * @throws ApiError `USER_NOT_FOUND`, `RESOURCE_NOT_FOUND`, `LAST_CREDENTIAL`, `DUPLICATE_ENTRY`
   * @see /api/#delete_authenticators
   */
  deleteAuthenticators: SubmitMethod<'delete_authenticators'>
  /** Signs `delete_authenticators` without sending it. */
  stampDeleteAuthenticators: StampSubmitMethod<'delete_authenticators'>
  /**
   * Reads one API key.
   *
   * Public key, curve and lifetime; the private half is the owner’s alone.
   *
   * @throws ApiError `RESOURCE_NOT_FOUND`
   * @see /api/#get_api_key
   */
  getApiKey: QueryMethod<'get_api_key'>
  /** Signs `get_api_key` without sending it. */
  stampGetApiKey: StampQueryMethod<'get_api_key'>
  /**
   * Lists the API keys and sessions of a user, or of all users.
   *
   * A read-write session is an API key with `expirationSeconds` and `openedBy`. Expired keys stay in the list until a newer key replaces them; expired read-only sessions are left out.
   *
   * @throws ApiError `USER_NOT_FOUND`
   * @see /api/#get_api_keys
   */
  getApiKeys: QueryMethod<'get_api_keys'>
  /** Signs `get_api_keys` without sending it. */
  stampGetApiKeys: StampQueryMethod<'get_api_keys'>
  /**
   * Registers API keys for a user, all or none.
   *
   * You make the key pair and send the public half. At most 10 long-lived keys of a user; an eleventh expiring one replaces an expired one, else the oldest. In version 1 keys are P-256.
   *
   * @throws ApiError `USER_NOT_FOUND`, `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `CREDENTIAL_TAKEN`, `CREDENTIAL_LIMIT_REACHED`
   * @see /api/#create_api_keys
   */
  createApiKeys: SubmitMethod<'create_api_keys'>
  /** Signs `create_api_keys` without sending it. */
  stampCreateApiKeys: StampSubmitMethod<'create_api_keys'>
  /**
   * Deletes API keys and ends sessions of a user, all or none.
   *
   * Deleted keys and sessions authenticate no further request, and neither do the sessions that they opened. The user must keep a long-lived credential, or, in a sub-organization, a way to come back.
   *
   * @throws ApiError `USER_NOT_FOUND`, `RESOURCE_NOT_FOUND`, `LAST_CREDENTIAL`, `DUPLICATE_ENTRY`
   * @see /api/#delete_api_keys
   */
  deleteApiKeys: SubmitMethod<'delete_api_keys'>
  /** Signs `delete_api_keys` without sending it. */
  stampDeleteApiKeys: StampSubmitMethod<'delete_api_keys'>
  /**
   * Opens a read-only session of one hour for the caller.
   *
   * Send the token in the header `X-Session`. It works for queries of that organization, never for submits. Only the caller sees it: others who read the activity see an empty result, and if another user posts the same bytes, that user gets a separate session. `parameters` is an empty object.
   * @see /api/#create_read_only_session
   */
  createReadOnlySession: SubmitMethod<'create_read_only_session'>
  /** Signs `create_read_only_session` without sending it. */
  stampCreateReadOnlySession: StampSubmitMethod<'create_read_only_session'>
  /**
   * Makes an expiring API key for the caller, sealed to your target key.
   *
   * The key lives 15 minutes unless `expirationSeconds` says otherwise. Version 1 names the user by email address.
   *
   * @throws ApiError `USER_NOT_FOUND`, `CONTACT_NOT_FOUND`, `TARGET_PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`
   * @see /api/#create_read_write_session
   */
  createReadWriteSession: SubmitMethod<'create_read_write_session'>
  /** Signs `create_read_write_session` without sending it. */
  stampCreateReadWriteSession: StampSubmitMethod<'create_read_write_session'>
  /**
   * Registers a session key of the caller’s own making.
   *
   * The stamp proves who the caller is; the session key then stamps requests until it expires.
   *
   * @throws ApiError `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `CREDENTIAL_TAKEN`
   * @see /api/#stamp_login
   */
  stampLogin: SubmitMethod<'stamp_login'>
  /** Signs `stamp_login` without sending it. */
  stampStampLogin: StampSubmitMethod<'stamp_login'>
  /**
   * Registers a session key for the user whose contact was verified.
   *
   * Last step of the newer login by one-time code. The verification token from `verify_otp` names the contact and the key; the client signature proves that the sender holds the key.
   *
   * @throws ApiError `FEATURE_DISABLED`, `VERIFICATION_TOKEN_INVALID`, `CLIENT_SIGNATURE_INVALID`, `CONTACT_NOT_FOUND`, `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `CREDENTIAL_TAKEN`
   * @see /api/#otp_login
   */
  otpLogin: SubmitMethod<'otp_login'>
  /** Signs `otp_login` without sending it. */
  stampOtpLogin: StampSubmitMethod<'otp_login'>
  /**
   * Registers a session key for the user with an OpenID Connect identity.
   *
   * As `oauth`, with a key of the client’s own making: `nonce` (or `tknonce`) must equal the lower-case hex SHA-256 of `publicKey` as text.
   *
   * @throws ApiError `OIDC_TOKEN_INVALID`, `SUB_ORGANIZATION_ONLY`, `PUBLIC_KEY_INVALID`, `SECRET_PUBLIC`, `CREDENTIAL_TAKEN`, `ISSUER_UNREACHABLE`
   * @see /api/#oauth_login
   */
  oauthLogin: SubmitMethod<'oauth_login'>
  /** Signs `oauth_login` without sending it. */
  stampOauthLogin: StampSubmitMethod<'oauth_login'>
  /**
   * Reads one activity with its votes and its result.
   *
   * Poll it until the status is final: COMPLETED, FAILED or REJECTED. Take a status that you do not know as not final.
   *
   * @throws ApiError `ACTIVITY_NOT_FOUND`
   * @see /api/#get_activity
   */
  getActivity: QueryMethod<'get_activity'>
  /** Signs `get_activity` without sending it. */
  stampGetActivity: StampQueryMethod<'get_activity'>
  /**
   * Lists activities, newest first, in pages.
   *
   * Both filters narrow: an activity must have one of the statuses and one of the types.
   *
   * @throws ApiError `CURSOR_INVALID`
   * @see /api/#list_activities
   */
  listActivities: QueryMethod<'list_activities'>
  /** Signs `list_activities` without sending it. */
  stampListActivities: StampQueryMethod<'list_activities'>
  /**
   * Approves an activity that waits for consensus.
   *
   * Returns the activity voted on, not an activity of its own. Policies are evaluated again with the new vote; if it suffices, the activity executes immediately. Each user counts once. Approving a final activity changes nothing.
   *
   * @throws ApiError `ACTIVITY_NOT_FOUND`
   * @see /api/#approve_activity
   */
  approveActivity: VoteMethod<'approve_activity'>
  /** Signs `approve_activity` without sending it. */
  stampApproveActivity: StampVoteMethod<'approve_activity'>
  /**
   * Rejects an activity that waits for consensus.
   *
   * Answers the activity voted on. When the votes can no longer suffice, the activity becomes REJECTED. Rejecting a final activity changes nothing.
   *
   * @throws ApiError `ACTIVITY_NOT_FOUND`
   * @see /api/#reject_activity
   */
  rejectActivity: VoteMethod<'reject_activity'>
  /** Signs `reject_activity` without sending it. */
  stampRejectActivity: StampVoteMethod<'reject_activity'>
}
