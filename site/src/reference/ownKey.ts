/** Examples that can't be sent unchanged, and why. All others work where `keywright dev --examples` runs. */
const OWN_KEY: Readonly<Record<string, string>> = {
  recover_user: 'It is stamped with the key that the email carries.',
}

export const whyOwnKey = (call: string): string | undefined => OWN_KEY[call]
