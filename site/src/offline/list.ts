/** What can be kept for readers without a network: what the build writes, and the worker and the pages read. */

/** The list of one build: every file that can be kept. */
export const LIST = '/offline.json'
/** Files that are kept; the documents of pages are not among them, their fragments say the same in half the bytes. */
export const KEPT_FILES =
  /^\/(?:(?:_p|api\/calls|assets|icons|runner|(?:[^/]+\/)?search)\/|(?:openapi\.json|favicon\.svg|manifest\.webmanifest)$)/
/** Their names carry a hash of their content. */
export const HASHED_FILES = /^\/assets\/|^\/runner\/[^/]+-[0-9a-f]{10}\.js$/

/** What an installed site opens with: whoever installs it wants all of it. */
export const START = '/?installed'

export interface OfflineList {
  /** Changes whenever any file does. */
  readonly build: string
  /** By address: the start of the SHA-256 of its bytes in base64url. */
  readonly files: Readonly<Record<string, string>>
  /** Addresses without which no page is shown. */
  readonly core: readonly string[]
  /** The frame that examples run in, and the headers without which it must not be shown. */
  readonly frame: { readonly address: string; readonly headers: Readonly<Record<string, string>> } | null
  /** Bytes of all files, and what a reader loads of them (gzip). */
  readonly size: { readonly kept: number; readonly loaded: number }
}

/** Enough that no two files of a site meet. */
export const HASH_LENGTH = 16

/** As `OfflineList.files` has it. */
export async function hashOfBytes(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, HASH_LENGTH)
}
