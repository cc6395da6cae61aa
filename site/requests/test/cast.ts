/** Ids of the initial objects in the pages' examples, and the code that was sent to Alice. */

/** Alice's organization, a child of the pages' organization. */
export const ALICES = '5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21'

/** The root user, whose key the pages' commands use. Policies don't apply to it. */
export const ROOT = '1d9f3b62-84c7-4e05-a2f8-6b0c5e7d4a13'
/** A user outside the root quorum, to show the effect of the pages' policies. */
export const SERVICE = 'c41e7a90-53b8-4d0f-8f6e-91d2a7c05b32'
export const ALICE = '8d5f2f5e-1f0a-4a6e-9a35-2f1f0c7b6e21'
export const CAROL = 'c85e0f3a-1d6b-4297-b0e4-2a7d9c6f5b18'
export const FAUCET = '2880ed97-e4de-494f-a714-356e20f6f585'
export const TAG = 'b9d4e6f1-5a28-4073-8c9e-1f7b3a0d62cb'
export const WALLET = 'f0b1c7d2-6a4e-5c3b-9d18-7e2f5a60c943'
export const POLICY = '0e5c9a83-7d16-4f2b-b84e-2a6f1d93c0a9'
export const ACTIVITY = '01938f7c-2a00-7c41-b6d2-4e9f0a5c83fe'
export const ALICES_PASSKEY = 'd6b80f2c-3e91-47a5-8c64-5f0a9e1b7d87'
export const ALICES_SESSION = '4a7e91b3-c85d-4260-9f1e-b3d7a52c8076'
export const OTP = '5d0e8a71-b3f6-42c9-8e14-0c9b7f2d6a11'
export const OTP_CODE = '314159'
