/** Messages between page and frame. They carry no secrets that the page does not have anyway: only bundles and bodies. */
import type { Stamp } from '../stamper.ts'

/** Both sides must use the same version. */
export const PROTOCOL = 'keywright-frame-1'

export type KeyFormat = 'HEXADECIMAL' | 'SOLANA'

/** Methods of the frame: their parameters and results. */
export interface Methods {
  /** Creates the target key, once per frame. */
  init: [params: Record<never, never>, answer: string]
  clear: [params: Record<never, never>, answer: boolean]
  injectCredentialBundle: [params: { bundle: string }, answer: string]
  injectWalletExportBundle: [params: { bundle: string; organizationId: string }, answer: boolean]
  injectKeyExportBundle: [
    params: { bundle: string; organizationId: string; keyFormat?: KeyFormat },
    answer: boolean,
  ]
  injectImportBundle: [params: { bundle: string; organizationId: string; userId: string }, answer: boolean]
  extractWalletEncryptedBundle: [params: Record<never, never>, answer: string]
  extractKeyEncryptedBundle: [params: { keyFormat?: KeyFormat }, answer: string]
  stamp: [params: { payload: string }, answer: Stamp]
}

export type MethodName = keyof Methods
export type Params<M extends MethodName> = Methods[M][0]
export type Answer<M extends MethodName> = Methods[M][1]

/** Page to frame. */
export interface Question {
  readonly protocol: string
  readonly id: string
  readonly method: string
  readonly params: object
}

/** Frame to page. */
export type Reply =
  | { readonly protocol: string; readonly ready: true }
  | { readonly protocol: string; readonly id: string; readonly answer: unknown }
  | { readonly protocol: string; readonly id: string; readonly error: ReplyError }

/** A serialized error, without cause and stack. */
export interface ReplyError {
  readonly code: string
  readonly message: string
  readonly help?: string | undefined
}
