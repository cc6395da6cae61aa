/** Calls that need something which only an earlier call gives: what to send first. The engine says the rest. */
export const BEFORE: Readonly<Record<string, string>> = {
  delete_sub_organization: 'A sub-organization sends this itself: choose one as the organization.',
  oauth:
    'Choose a sub-organization, mint a token in the console of the sandbox, and give it the nonce that the field names.',
  oauth_login:
    'Choose a sub-organization, mint a token in the console of the sandbox, and give it the nonce that the field names.',
  otp_auth: 'Send init_otp_auth first; its id and the code from the inbox are then filled in by Reset.',
  verify_otp:
    'Send init_otp first. The older activity type takes the code as it is, filled in by Reset; the newer one takes it sealed, by @keywright/bundles.',
  otp_login: 'Send init_otp and verify_otp first; the token is then filled in by Reset.',
  import_wallet: 'Send init_import_wallet first, and seal a phrase to its bundle with @keywright/bundles.',
  import_private_key:
    'Send init_import_private_key first, and seal a key to its bundle with @keywright/bundles.',
  recover_user:
    'It is stamped with the recovery credential of init_user_email_recovery, which no user holds beforehand: run the example of email recovery.',
}
