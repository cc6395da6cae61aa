/** What the calls about organizations and sub-organizations do. */

import type { CallWords } from './callWords.ts'

export const organizationWords = {
  whoami: {
    summary: 'Tells who the stamp belongs to.',
    description:
      'Answers organization and user of the credential that stamped the request. With the id of a parent organization and a credential that only one of its sub-organizations knows, it answers that sub-organization; give the sub-organization’s own id where you know it.',
    fields: {
      organizationId:
        'Id of the organization that the credential belongs to. The request may name the parent of that organization instead.',
      userId: 'Id of the user whose credential stamped the request, a UUID.',
    },
    errors: ['CREDENTIAL_AMBIGUOUS'],
  },
  get_organization_configs: {
    summary: 'Reads the switches and the root quorum of an organization.',
    description:
      'Answers the features that are on, with their values, and the users and threshold of the root quorum.',
  },
  list_suborgs: {
    summary: 'Lists the sub-organizations of a parent, all or those that match one value.',
    description:
      'Newest first, in pages. With `filterType` and `filterValue` it finds the sub-organizations to which a name, a contact or a credential belongs. Nothing found is an empty list, not an error.',
    errors: ['CURSOR_INVALID', 'OIDC_TOKEN_INVALID'],
  },
  list_verified_suborgs: {
    summary: 'Lists the sub-organizations in which an email address or phone number was verified.',
    description:
      'As `list_suborgs`, but counts only contacts whose owner proved control by a one-time code (`verify_otp`). Newest first, in pages.',
    errors: ['CURSOR_INVALID'],
  },
  create_sub_organization: {
    summary: 'Creates a sub-organization with its root users and, if you like, a wallet.',
    description:
      'Submitted by the parent. The sub-organization is on its own from then on: the parent reads it and can start sign-in and recovery for its users, and nothing else. Sub-organizations do not nest. Email auth, one-time codes and email recovery are on unless the `disable…` members say otherwise. All or nothing: a bad root user or wallet creates no sub-organization.',
    fields: {
      rootUsers:
        'Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in.',
      wallet: 'A wallet to create along with it. Left out: none.',
      verificationToken:
        'Token from `verify_otp`; marks the contact of the root user as verified. Left out: unverified.',
      privateKeys: 'Private keys of the sub-organization.',
      rootAuthenticator: 'Authenticator of the one root user.',
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
    summary: 'Deletes the sub-organization that submits it.',
    description:
      'Sent by the sub-organization itself, with its own id as `organizationId`; the parent cannot. Every wallet and private key must be exported, or `deleteWithoutExport` true. What is deleted cannot be brought back.',
    fields: { subOrganizationUuid: 'Id of the deleted sub-organization, a UUID.' },
    errors: ['SUB_ORGANIZATION_ONLY', 'DELETE_UNEXPORTED'],
  },
  update_organization_name: {
    summary: 'Renames the organization.',
    description: 'Only the root quorum may; policies cannot grant it.',
    errors: ['ROOT_QUORUM_ONLY'],
  },
  update_root_quorum: {
    summary: 'Replaces the root quorum: its users and how many of them must approve.',
    description:
      'Only the present root quorum may; policies cannot grant it. Both members are replaced as a whole. A user must leave the quorum before it can be deleted.',
    fields: {
      threshold: 'How many must approve; at least 1, at most the number of `userIds`.',
      userIds: 'Ids of the users of the new root quorum, at least one, each once.',
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
