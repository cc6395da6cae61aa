/** What the engine checks of an ID token that somebody signs in with, in its order, each with what it says when it fails. */
export const STEPS: readonly (readonly [title: string, refusal: RegExp])[] = [
  [
    'It is a JSON Web Token that names issuer, audience and subject.',
    /not a JSON Web Token|too long|lacks issuer|names no issuer/,
  ],
  ['Its issuer, audience and subject are registered for a user.', /registered for no user/],
  ['Its issuer publishes keys, where the engine may ask for them.', /cannot be asked|keys of the issuer/i],
  ['One of these keys signed it.', /does not verify/],
  ['It has not expired, by the engine’s clock.', /has expired/],
  ['Its nonce, or tknonce, is the SHA-256 of the target key’s text.', /nonce is not of this key/],
]
