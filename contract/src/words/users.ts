/** What the calls about users do. */
import type { CallWords } from './callWords.ts'

export const userWords = {
  get_user: {
    summary: 'Returns a user with its credentials and tags.',
    description: 'Any user of the organization or of its parent can read every user.',
    errors: ['USER_NOT_FOUND'],
  },
  list_users: {
    summary: 'Lists all users of the organization.',
    description: 'Not paginated: an organization can have at most 100.',
  },
  create_users: {
    summary: 'Creates users with their first credentials.',
    description:
      'A user needs a long-lived credential or, in a sub-organization, an email address or phone number to sign in or recover with. All users are created or none. Older versions support fewer types of credentials; versions 1 and 2 accept only P-256 API keys.',
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
    summary: 'Updates the name, contacts or tags of a user.',
    description: 'Only `userId` is required. Fields that you omit do not change.',
    fields: {
      userName: 'New name. If omitted, the name does not change.',
      userEmail: 'New email address. If omitted, the address does not change.',
      userPhoneNumber: 'New phone number, E.164. If omitted, the number does not change.',
      userTagIds: 'Ids of the user’s tags; replaces all current tags. If omitted, the tags do not change.',
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
    description: 'With a verification token, the address counts as verified.',
    fields: {
      verificationToken:
        'Token from `verify_otp` for the new address. If omitted, the address is unverified.',
    },
    errors: ['USER_NOT_FOUND', 'VERIFICATION_TOKEN_INVALID'],
  },
  update_user_phone_number: {
    summary: 'Changes the phone number of a user.',
    description: 'With a verification token, the number counts as verified.',
    fields: {
      verificationToken: 'Token from `verify_otp` for the new number. If omitted, the number is unverified.',
    },
    errors: ['USER_NOT_FOUND', 'VERIFICATION_TOKEN_INVALID'],
  },
  delete_users: {
    summary: 'Deletes users with their credentials.',
    description:
      'Remove users from the root quorum before you delete them. Objects that the users created remain. All users are deleted or none.',
    fields: { userIds: 'Ids of the users to delete.' },
    errors: ['USER_NOT_FOUND', 'QUORUM_MEMBER_DELETION', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
