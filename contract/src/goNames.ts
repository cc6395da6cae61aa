/** The names that calls, members and entities have in the Go client. */

const INITIALISMS = new Set(
  'aaguid api ble eip html id ios json nfc oidc otp p2pkh p2sh p2tr rk sms url usb uuid'.split(' '),
)
const MIXED: Readonly<Record<string, string>> = {
  ids: 'IDs',
  oauth: 'OAuth',
  webauthn: 'WebAuthn',
  urls: 'URLs',
}

const goWord = (word: string) => {
  if (word in MIXED) return MIXED[word]!
  return INITIALISMS.has(word) || /^(?!v\d).*\d/.test(word)
    ? word.toUpperCase()
    : word.charAt(0).toUpperCase() + word.slice(1)
}

/** The words of a name in snake, camel, Pascal or upper case, in lower case. */
export const wordsOf = (name: string): string[] =>
  (name === name.toUpperCase() ? name : name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')).toLowerCase().split('_')

/** `wallet_id` or `walletId` → `WalletID`. */
export const goName = (name: string): string => wordsOf(name).map(goWord).join('')

/** The type of an entity or of a call's parameters, without its version: `CreatePolicyIntentV3` → `CreatePolicyParams`. */
export const unversioned = (entity: string): string =>
  entity.replace(/V\d+$/, '').replace(/Intent$/, 'Params')
