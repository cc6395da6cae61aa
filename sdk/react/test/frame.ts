/**
 * Replaces the frame, which happy-dom can't run: opens and seals the same bundles in this document. The browser tests of
 * @keywright/client/iframe cover the real frame.
 */

import { type IframeClient, KeywrightBrowser } from '@keywright/browser'
import { generateTargetKey, openWalletExport, sealWalletImport } from '@keywright/client/bundles'
import { vi } from 'vitest'

export interface Frames {
  /** Number of frames in the page. */
  readonly open: () => number
}

/** @param signerPublicKey pinned in the frame */
export function replaceFrames(signerPublicKey: string): Frames {
  let open = 0
  vi.spyOn(KeywrightBrowser.prototype, 'iframeClient').mockImplementation(
    async ({ iframeContainer, iframeElementId, signal }) => {
      if (!iframeContainer) throw new Error('no container')
      const target = await generateTargetKey()
      if (signal?.aborted) throw new Error('aborted')
      const box = document.createElement('section')
      box.id = iframeElementId!
      box.setAttribute('aria-label', 'Frame')
      iframeContainer.append(box)
      open++
      signal?.addEventListener('abort', () => {
        box.remove()
        open--
      })
      let importing: { bundle: string; organizationId: string; userId: string }
      return {
        targetPublicKey: () => target.targetPublicKey,
        async injectWalletExportBundle(bundle, organizationId) {
          box.textContent = await openWalletExport(bundle, target, { signerPublicKey, organizationId })
          return true
        },
        async injectImportBundle(bundle, organizationId, userId) {
          importing = { bundle, organizationId, userId }
          const field = document.createElement('textarea')
          field.setAttribute('aria-label', 'Recovery phrase')
          box.replaceChildren(field)
          return true
        },
        async extractWalletEncryptedBundle() {
          const { bundle, ...expected } = importing
          return sealWalletImport(box.querySelector('textarea')!.value, bundle, {
            signerPublicKey,
            ...expected,
          })
        },
      } satisfies Partial<IframeClient> as unknown as IframeClient
    },
  )
  return { open: () => open }
}
