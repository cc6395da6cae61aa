/** Examples that can't be sent unchanged, with the reason. All others work with `keywright dev --examples`. */
const OWN_KEY: Readonly<Record<string, string>> = {
  recover_user: 'It is stamped with the key from the email.',
}

export const whyOwnKey = (call: string): string | undefined => OWN_KEY[call]
