/**
 * The frame's side: keeps keys in memory, opens and seals bundles, displays secrets and asks for them. Host it on its own
 * origin; `framePage` writes the page.
 */
import { ApiKeyStamper } from '../apiKey/index.ts'
import {
  generateTargetKey,
  openCredentialBundle,
  openKeyExport,
  openWalletExport,
  sealKeyImport,
  sealWalletImport,
  type TargetKey,
} from '../bundles/index.ts'
import { isKeywrightError } from '../errors.ts'
import { FrameError } from './frameErrors.ts'
import { type Answer, type MethodName, type Params, PROTOCOL, type Question, type Reply } from './protocol.ts'

export interface FrameOptions {
  /** Origins of the pages that may use the frame, such as `https://app.example.com`. */
  readonly allowedOrigins: readonly string[]
  /** The server's signer key, 65 bytes in hexadecimal. Pinned here, where no page can change it. */
  readonly signerPublicKey: string
  /** Default: the global `window`. */
  readonly window?: Window
}

type Handlers = { readonly [M in MethodName]: (params: Params<M>) => Promise<Answer<M>> }

/** Starts the frame. It replies only to its parent, and only if the parent's origin is allowed. */
export function startFrame({ allowedOrigins, signerPublicKey, window: own = window }: FrameOptions): void {
  const handlers = createHandlers(signerPublicKey, own.document)
  own.addEventListener('message', async ({ source, origin, data }: MessageEvent) => {
    if (source !== own.parent || own.parent === own || !allowedOrigins.includes(origin)) return
    const { protocol, id, method, params } = Object(data) as Question
    if (protocol !== PROTOCOL) {
      if (String(protocol).startsWith('keywright-frame-')) reply({ protocol: PROTOCOL, ready: true }, origin)
      return
    }
    try {
      if (!Object.hasOwn(handlers, method)) {
        throw new FrameError('FRAME_METHOD_UNKNOWN', `the frame does not know \`${method}\``)
      }
      const answer = await handlers[method as MethodName](params as never)
      reply({ protocol, id, answer }, origin)
    } catch (error) {
      reply({ protocol, id, error: toReplyError(error) }, origin)
    }
  })
  // Contains no secrets, so any page may learn that the frame is loaded and which release it is.
  reply({ protocol: PROTOCOL, ready: true }, '*')

  function reply(message: Reply, origin: string): void {
    own.parent.postMessage(message, origin)
  }
}

type PendingImport = Params<'injectImportBundle'>
type SealImport = (secret: string, expected: PendingImport) => Promise<string>

function createHandlers(signerPublicKey: string, document: Document): Handlers {
  let target: TargetKey | undefined
  let stamper: ApiKeyStamper | undefined
  let pendingImport: PendingImport | undefined

  const targetKey = () =>
    target ?? fail('FRAME_NOT_READY', 'the frame has no target key', 'call init() first')
  const extract = (seal: SealImport) => sealTyped(document.querySelector('textarea'), pendingImport, seal)

  return {
    async init() {
      target ??= await generateTargetKey()
      return target.targetPublicKey
    },
    async clear() {
      target = stamper = pendingImport = undefined
      document.body.replaceChildren()
      return true
    },
    async injectCredentialBundle({ bundle }) {
      const key = await openCredentialBundle(bundle, targetKey())
      stamper = await new ApiKeyStamper(key).ready()
      return stamper.publicKey
    },
    async injectWalletExportBundle({ bundle, organizationId }) {
      return show(document, await openWalletExport(bundle, targetKey(), { signerPublicKey, organizationId }))
    },
    async injectKeyExportBundle({ bundle, organizationId, keyFormat = 'HEXADECIMAL' }) {
      return show(
        document,
        await openKeyExport(bundle, targetKey(), { signerPublicKey, organizationId, keyFormat }),
      )
    },
    async injectImportBundle({ bundle, organizationId, userId }) {
      // Check now, before the user types.
      await sealKeyImport('11'.repeat(32), bundle, { signerPublicKey, organizationId, userId })
      pendingImport = { bundle, organizationId, userId }
      document.body.replaceChildren(secretField(document))
      return true
    },
    extractWalletEncryptedBundle: () =>
      extract((secret, { bundle, ...expected }) =>
        sealWalletImport(secret, bundle, { signerPublicKey, ...expected }),
      ),
    extractKeyEncryptedBundle: ({ keyFormat = 'HEXADECIMAL' }) =>
      extract((secret, { bundle, ...expected }) =>
        sealKeyImport(secret, bundle, { signerPublicKey, keyFormat, ...expected }),
      ),
    async stamp({ payload }) {
      if (!stamper)
        return fail('FRAME_EMPTY', 'the frame has no credential', 'call injectCredentialBundle() first')
      return stamper.stamp(payload)
    },
  }
}

function show(document: Document, text: string): true {
  const element = document.createElement('output')
  element.setAttribute('aria-label', 'Secret')
  element.textContent = text
  document.body.replaceChildren(element)
  return true
}

/** Seals what the person typed, and empties the field. */
async function sealTyped(
  field: HTMLTextAreaElement | null,
  pendingImport: PendingImport | undefined,
  seal: SealImport,
): Promise<string> {
  const secret = field?.value.trim()
  if (!pendingImport)
    return fail('FRAME_EMPTY', 'the frame has no import bundle', 'call injectImportBundle() first')
  if (!secret) return fail('FRAME_EMPTY', 'nothing was typed into the frame', 'ask the person to')
  const sealed = await seal(secret, pendingImport)
  field!.value = ''
  return sealed
}

/** A text field without autocompletion, autocorrection and spell checking. */
function secretField(document: Document): HTMLTextAreaElement {
  const input = document.createElement('textarea')
  input.setAttribute('aria-label', 'Recovery phrase or private key')
  for (const name of ['autocomplete', 'autocorrect', 'autocapitalize']) input.setAttribute(name, 'off')
  input.spellcheck = false
  return input
}

function fail(code: 'FRAME_NOT_READY' | 'FRAME_EMPTY', message: string, help: string): never {
  throw new FrameError(code, message, help)
}

/** SDK errors contain no secrets. Other errors might. */
function toReplyError(error: unknown) {
  if (!isKeywrightError(error)) return { code: 'FRAME_FAILED', message: 'the operation failed in the frame' }
  const { code, message, help } = error
  return { code, message, help }
}
