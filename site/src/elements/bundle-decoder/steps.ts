/** Kinds of bundles, and the checks of whoever receives one, in the order in which they are made. */
export const KINDS = {
  credential: 'Credential bundle',
  export: 'Export bundle',
  import: 'Import bundle',
} as const
export type BundleKind = keyof typeof KINDS

interface BundleStep {
  readonly title: string
  /** Code of the error that this check ends with. */
  readonly code: string
  readonly member?: string
}

const SIGNED: readonly BundleStep[] = [
  {
    title: 'It is JSON with version, data, dataSignature and enclaveQuorumPublic.',
    code: 'BUNDLE_MALFORMED',
  },
  { title: 'The signer is the one that you pinned.', code: 'BUNDLE_SIGNER_MISMATCH' },
  { title: 'The signature is of exactly this data.', code: 'BUNDLE_SIGNATURE_MISMATCH' },
  { title: 'It is of your organization.', code: 'BUNDLE_MEMBER_MISMATCH', member: 'organization' },
]

export const STEPS: Readonly<Record<BundleKind, readonly BundleStep[]>> = {
  credential: [
    { title: 'It is base58 with a checksum, of a one-time key and a ciphertext.', code: 'BUNDLE_MALFORMED' },
    {
      title: 'It opens with the target key: nobody changed it, and it is for you.',
      code: 'BUNDLE_NOT_OPENED',
    },
  ],
  export: [...SIGNED, { title: 'It opens with the target key.', code: 'BUNDLE_NOT_OPENED' }],
  import: [
    ...SIGNED,
    { title: 'It is for the user who imports.', code: 'BUNDLE_MEMBER_MISMATCH', member: 'user' },
    { title: 'What is sealed to it opens for the engine alone.', code: 'BUNDLE_NOT_OPENED' },
  ],
}
