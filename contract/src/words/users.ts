/** What the calls about users do. */
import type { CallWords } from './callWords.ts'

export const userWords = {
  get_user: {
    summary: 'Reads one user with credentials and tags.',
    description: 'Any user of the organization may read every user; so may users of its parent.',
    errors: ['USER_NOT_FOUND'],
  },
  list_users: {
    summary: 'Lists all users of the organization.',
    description: 'Not paged: an organization holds at most 100.',
  },
  create_users: {
    summary: 'Creates users with their first credentials, all or none.',
    description:
      'Older versions carry fewer kinds of credentials. In version 1 and 2 API keys are P-256. A user needs a long-lived credential, or, in a sub-organization, a contact by which it can come in.',
    fields: { users: 'The users to create.' },
    errors: [
      'NAME_TAKEN',
      'CREDENTIAL_TAKEN',
      'PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'ATTESTATION_INVALID',
      'OIDC_TOKEN_INVALID',
      'RESOURCE_NOT_FOUND',
      'LAST_CREDENTIAL',
      'ISSUER_UNREACHABLE',
      'CREDENTIAL_LIMIT_REACHED',
      'RESOURCE_LIMIT_REACHED',
    ],
  },
  update_user: {
    summary: 'Changes name, contacts or tags of a user.',
    description: 'Only `userId` is needed; members that are left out stay as they are.',
    fields: {
      userName: 'New name. Left out: the name stays.',
      userEmail: 'New email address. Left out: the address stays.',
      userPhoneNumber: 'New phone number, E.164. Left out: the number stays.',
      userTagIds: 'Ids of the tags that the user wears from now on; replaces all. Left out: the tags stay.',
    },
    errors: ['USER_NOT_FOUND', 'NAME_TAKEN', 'RESOURCE_NOT_FOUND'],
  },
  update_user_name: {
    summary: 'Renames a user.',
    description: 'Names are unique in an organization.',
    errors: ['USER_NOT_FOUND', 'NAME_TAKEN'],
  },
  update_user_email: {
    summary: 'Changes the email address of a user.',
    description: 'With a verification token the address counts as verified.',
    fields: { verificationToken: 'Token from `verify_otp` for the new address. Left out: unverified.' },
    errors: ['USER_NOT_FOUND', 'VERIFICATION_TOKEN_INVALID'],
  },
  update_user_phone_number: {
    summary: 'Changes the phone number of a user.',
    description: 'With a verification token the number counts as verified.',
    fields: { verificationToken: 'Token from `verify_otp` for the new number. Left out: unverified.' },
    errors: ['USER_NOT_FOUND', 'VERIFICATION_TOKEN_INVALID'],
  },
  delete_users: {
    summary: 'Deletes users with their credentials, all or none.',
    description: 'Members of the root quorum must leave it first. What the users created stays.',
    fields: { userIds: 'Ids of the users to delete.' },
    errors: ['USER_NOT_FOUND', 'QUORUM_MEMBER_DELETION', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
