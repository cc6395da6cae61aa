/** Kinds of bundles and the checks that their receiver makes, in order. */
export const KINDS = {
  credential: 'Credential bundle',
  export: 'Export bundle',
  import: 'Import bundle',
} as const
export type BundleKind = keyof typeof KINDS

interface BundleStep {
  readonly title: string
  /** Error code when this check fails. */
  readonly code: string
  readonly member?: string
}

const SIGNED: readonly BundleStep[] = [
  {
    title: 'The bundle is JSON with version, data, dataSignature and enclaveQuorumPublic.',
    code: 'BUNDLE_MALFORMED',
  },
  { title: 'The signer is the one you pinned.', code: 'BUNDLE_SIGNER_MISMATCH' },
  { title: 'The signature covers exactly this data.', code: 'BUNDLE_SIGNATURE_MISMATCH' },
  {
    title: 'The bundle belongs to your organization.',
    code: 'BUNDLE_MEMBER_MISMATCH',
    member: 'organization',
  },
]

export const STEPS: Readonly<Record<BundleKind, readonly BundleStep[]>> = {
  credential: [
    { title: 'The bundle is base58check of a one-time key and a ciphertext.', code: 'BUNDLE_MALFORMED' },
    {
      title: 'The target key opens it, so it is unchanged and meant for you.',
      code: 'BUNDLE_NOT_OPENED',
    },
  ],
  export: [...SIGNED, { title: 'The target key opens it.', code: 'BUNDLE_NOT_OPENED' }],
  import: [
    ...SIGNED,
    { title: 'The bundle is for the importing user.', code: 'BUNDLE_MEMBER_MISMATCH', member: 'user' },
    { title: 'Only the engine can decrypt what you encrypt to it.', code: 'BUNDLE_NOT_OPENED' },
  ],
}
