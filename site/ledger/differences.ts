/** What a client meets here that differs from what it may expect. Each is shown by the named test. */
export interface Difference {
  readonly what: string
  /** What the user of a client does about it. */
  readonly remedy: string
  /** File of the test, below `nightly/interop`. */
  readonly shownBy: string
}

export const differences: readonly Difference[] = [
  {
    what: 'Bundles are signed by the key of this server. Clients know another one by heart and refuse.',
    remedy: 'Pass `dangerouslyOverrideSignerPublicKey` with the signer’s public key that the server prints.',
    shownBy: 'flows/bundles.test.ts',
  },
  {
    what: 'Session tokens, verification tokens and the target of a one-time code are signed by the same key.',
    remedy: 'Give the verifying functions that public key as their last argument.',
    shownBy: 'flows/signIn.test.ts',
  },
  {
    what: 'Headers of webhooks begin with `X-Keywright-`. The signed text is the same.',
    remedy: 'Rename the headers before a client’s function checks the signature.',
    shownBy: 'flows/waiting.test.ts',
  },
  {
    what: 'A member of `parameters` that the posted version does not know is refused (3, 400) and named.',
    remedy: 'Leave out members of other versions.',
    shownBy: 'flows/approvals.test.ts',
  },
  {
    what: 'Errors carry an `errorCode` in `details`. A category of another brand is not sent.',
    remedy: 'Read `errorCode` of the entry that has one.',
    shownBy: 'flows/approvals.test.ts',
  },
  {
    what: 'A read-only session’s token comes in the header `X-Session`, for which the clients have no option.',
    remedy: 'Give the client a stamper that returns this header and the token.',
    shownBy: 'flows/signIn.test.ts',
  },
]
