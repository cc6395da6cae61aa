/** What the calls about organizations and sub-organizations do. */

import type { CallWords } from './callWords.ts'

export const organizationWords = {
  whoami: {
    summary: 'Returns the organization and user that a stamp belongs to.',
    description:
      'If you pass the id of a parent organization and exactly one of its sub-organizations has the credential, the response names that sub-organization. If you know the sub-organization’s own id, pass that instead.',
    fields: {
      organizationId:
        'Id of the organization that the credential belongs to. In the request, you can pass the id of its parent instead.',
      userId: 'Id of the user whose credential stamped the request, a UUID.',
    },
    errors: ['CREDENTIAL_AMBIGUOUS'],
  },
  get_organization_configs: {
    summary: 'Returns the features and the root quorum of an organization.',
    description:
      'Includes the enabled features with their values, and the users and threshold of the root quorum.',
  },
  list_suborgs: {
    summary: 'Lists the sub-organizations of a parent, either all or those that match a value.',
    description:
      'Newest first, in pages. Use `filterType` and `filterValue` to find the sub-organizations that a name, contact or credential belongs to. If nothing matches, the call returns an empty list, not an error.',
    errors: ['CURSOR_INVALID', 'OIDC_TOKEN_INVALID'],
  },
  list_verified_suborgs: {
    summary: 'Lists the sub-organizations in which an email address or phone number was verified.',
    description:
      'Like `list_suborgs`, but matches only contacts that were verified with a one-time code (`verify_otp`). Newest first, in pages.',
    errors: ['CURSOR_INVALID'],
  },
  create_sub_organization: {
    summary: 'Creates a sub-organization with its root users and, optionally, a wallet.',
    description:
      'Submitted by the parent. From then on, the sub-organization is independent: the parent can only read it and start sign-in and recovery for its users. Sub-organizations cannot be nested. Email auth, one-time codes and email recovery are on unless you turn them off with the `disable…` fields. If a root user or the wallet is invalid, nothing is created.',
    fields: {
      rootUsers:
        'Root users of the sub-organization, at least one. Each needs a credential, or an email address or phone number to sign in or recover with.',
      wallet: 'A wallet to create with the sub-organization. If omitted, none.',
      verificationToken:
        'Token from `verify_otp`. Marks the contact of the root user as verified. If omitted, the contact is unverified.',
      privateKeys: 'Private keys of the sub-organization.',
      rootAuthenticator: 'Authenticator of the only root user.',
      name: 'Name of the sub-organization, 1 to 255 characters.',
    },
    errors: [
      'PARENT_ORGANIZATION_ONLY',
      'THRESHOLD_TOO_HIGH',
      'QUORUM_EMPTY',
      'LAST_CREDENTIAL',
      'NAME_TAKEN',
      'CREDENTIAL_TAKEN',
      'ATTESTATION_INVALID',
      'PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'OIDC_TOKEN_INVALID',
      'ISSUER_UNREACHABLE',
      'DERIVATION_PATH_INVALID',
      'ADDRESS_FORMAT_MISMATCH',
      'PATH_TAKEN',
      'VERIFICATION_TOKEN_INVALID',
      'CLIENT_SIGNATURE_INVALID',
      'RESOURCE_NOT_FOUND',
      'CREDENTIAL_LIMIT_REACHED',
    ],
  },
  delete_sub_organization: {
    summary: 'Deletes the sub-organization that submits the request.',
    description:
      'Only the sub-organization itself can submit this, with its own id as `organizationId`; the parent cannot. Every wallet and private key must have been exported, unless `deleteWithoutExport` is true. Deletion cannot be undone.',
    fields: { subOrganizationUuid: 'Id of the deleted sub-organization, a UUID.' },
    errors: ['SUB_ORGANIZATION_ONLY', 'DELETE_UNEXPORTED'],
  },
  update_organization_name: {
    summary: 'Renames the organization.',
    description: 'Only the root quorum can do this; policies cannot grant it.',
    errors: ['ROOT_QUORUM_ONLY'],
  },
  update_root_quorum: {
    summary: 'Replaces the root quorum: its users and how many of them must approve.',
    description:
      'Only the current root quorum can do this; policies cannot grant it. Replaces both the threshold and the users. Remove a user from the quorum before you delete the user.',
    fields: {
      threshold: 'How many users must approve: at least 1, at most the number of `userIds`.',
      userIds: 'Ids of the users of the new root quorum: at least one, without duplicates.',
    },
    errors: [
      'ROOT_QUORUM_ONLY',
      'THRESHOLD_TOO_HIGH',
      'QUORUM_EMPTY',
      'QUORUM_USER_NOT_FOUND',
      'DUPLICATE_ENTRY',
    ],
  },
} as const satisfies Record<string, CallWords>
