/** Examples that no reader can send as they stand, and why; all others run where `keywright dev --examples` does. */
const OWN_KEY: Readonly<Record<string, string>> = {
  recover_user: 'It is stamped with the key that the email carries.',
}

export const whyOwnKey = (call: string): string | undefined => OWN_KEY[call]
