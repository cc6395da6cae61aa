/** The page's side: embeds the frame and calls it. */
import { toHex } from '../encoding.ts'
import type { Stamp, Stamper } from '../stamper.ts'
import { FrameError } from './frameErrors.ts'
import {
  type Answer,
  type KeyFormat,
  type MethodName,
  type Params,
  PROTOCOL,
  type Question,
  type Reply,
} from './protocol.ts'

export interface IframeStamperOptions {
  /** Address of the frame page, on its own origin. */
  readonly iframeUrl: string
  /** Element to put the frame into. The frame is visible only while it displays a secret or asks for one. */
  readonly iframeContainer: HTMLElement | null | undefined
  /** Id of the element. Default: `keywright-iframe`. */
  readonly iframeElementId?: string
  /**
   * Sandbox the frame with an opaque origin. For development, when you don't have a second domain: the page can then host
   * the frame itself, and the frame must allow the page's origin. Default: false.
   */
  readonly isOpaque?: boolean
  /** Milliseconds until a call to the frame times out. Default: 15,000. */
  readonly timeout?: number
  /** Removes the frame, even while it's loading. */
  readonly signal?: AbortSignal
}

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (error: FrameError) => void
}

/**
 * Signs requests with a key in a frame that scripts of the page can't read, and displays secrets there. The frame's own
 * origin provides the protection, so a frame on the page's origin is rejected.
 *
 * @example
 * const stamper = new IframeStamper({ iframeUrl: 'https://frame.example.com', iframeContainer })
 * const targetPublicKey = await stamper.init()
 */
export class IframeStamper implements Stamper {
  readonly #iframe: HTMLIFrameElement
  readonly #container: HTMLElement
  readonly #window: Window
  /** Origin of the frame's messages. Browsers report every opaque origin as `null`. */
  readonly #origin: string
  readonly #timeout: number
  readonly #signal: AbortSignal | undefined
  readonly #waiting = new Map<string, Waiting>()
  #publicKey: string | null = null
  #ready: Promise<void> | undefined
  #hear: (() => void) | undefined
  #refuse: ((error: FrameError) => void) | undefined

  /** @throws FrameError `FRAME_CONFIG_INVALID`, `FRAME_SAME_ORIGIN` */
  constructor(options: IframeStamperOptions) {
    const {
      iframeUrl,
      iframeContainer,
      iframeElementId = 'keywright-iframe',
      isOpaque = false,
      timeout = 15_000,
      signal,
    } = options
    if (!iframeContainer)
      throw new FrameError(
        'FRAME_CONFIG_INVALID',
        'the element for the frame is missing',
        'create the stamper once the element is in the page, for example in an effect',
      )
    const { ownerDocument } = iframeContainer
    this.#window = ownerDocument.defaultView!
    if (ownerDocument.getElementById(iframeElementId)) {
      const help = 'call destroy() on the stamper that created it, or pass another iframeElementId'
      throw new FrameError(
        'FRAME_CONFIG_INVALID',
        `an element with id \`${iframeElementId}\` already exists`,
        help,
      )
    }
    const url = readUrl(iframeUrl, this.#window.location.href)
    if (!isOpaque && url.origin === this.#window.location.origin) {
      const help = 'host the frame on its own domain, or set isOpaque'
      throw new FrameError(
        'FRAME_SAME_ORIGIN',
        `${url.origin} is the origin of this page, whose scripts could read the frame`,
        help,
      )
    }
    this.#container = iframeContainer
    this.#origin = isOpaque ? 'null' : url.origin
    this.#timeout = timeout
    this.#signal = signal
    this.#iframe = ownerDocument.createElement('iframe')
    this.#iframe.id = iframeElementId
    this.#iframe.title = 'Keywright'
    this.#iframe.src = url.href
    this.#iframe.referrerPolicy = 'origin'
    this.#iframe.setAttribute('sandbox', isOpaque ? 'allow-scripts' : 'allow-scripts allow-same-origin')
  }

  /**
   * Loads the frame. Repeated calls return the same key.
   * @returns the frame's target public key, 65 bytes in hexadecimal, for `targetPublicKey` in requests
   * @throws FrameError `FRAME_TIMEOUT`, `FRAME_VERSION_MISMATCH`; `FRAME_NOT_READY` after an abort
   */
  async init(): Promise<string> {
    if (this.#signal?.aborted) throw notReady()
    this.#ready ??= this.#load()
    await this.#ready
    this.#publicKey = await this.#ask('init', {})
    return this.#publicKey
  }

  /** The target public key, or null before `init()` and after `clear()`. */
  publicKey(): string | null {
    return this.#publicKey
  }

  /** Makes the frame discard its keys and what it displays. `init()` then creates a new key. */
  async clear(): Promise<boolean> {
    this.#publicKey = null
    return this.#ask('clear', {})
  }

  /** Removes the frame from the page, along with its keys. Calls that still wait for it, `init()` included, reject. */
  destroy(): void {
    this.#window.removeEventListener('message', this.#receive)
    this.#iframe.remove()
    this.#refuse?.(notReady())
    for (const { reject } of this.#waiting.values()) reject(notReady())
    this.#waiting.clear()
    this.#ready = undefined
    this.#publicKey = null
  }

  /**
   * Gives the frame the API key in a credential bundle. `stamp` signs with it from then on.
   * @returns the public key of the API key
   * @throws BundleError codes, `FRAME_NOT_READY`
   */
  injectCredentialBundle(bundle: string): Promise<string> {
    return this.#ask('injectCredentialBundle', { bundle })
  }

  /** Displays the recovery phrase of `exportWallet` inside the frame. @throws BundleError codes, `FRAME_NOT_READY` */
  injectWalletExportBundle(bundle: string, organizationId: string): Promise<boolean> {
    return this.#ask('injectWalletExportBundle', { bundle, organizationId })
  }

  /** Displays the private key of `exportPrivateKey` or `exportWalletAccount` inside the frame. @throws BundleError codes, `FRAME_NOT_READY` */
  injectKeyExportBundle(bundle: string, organizationId: string, keyFormat?: KeyFormat): Promise<boolean> {
    return this.#ask('injectKeyExportBundle', { bundle, organizationId, ...(keyFormat && { keyFormat }) })
  }

  /**
   * Gives the frame the import bundle, and displays a field for the secret inside the frame.
   * @param bundle of `initImportWallet` or `initImportPrivateKey`
   * @throws BundleError codes
   */
  injectImportBundle(bundle: string, organizationId: string, userId: string): Promise<boolean> {
    return this.#ask('injectImportBundle', { bundle, organizationId, userId })
  }

  /** The phrase that the user typed into the frame, sealed: the `encryptedBundle` of `importWallet`. @throws BundleError codes, `FRAME_EMPTY` */
  extractWalletEncryptedBundle(): Promise<string> {
    return this.#ask('extractWalletEncryptedBundle', {})
  }

  /** The key that the user typed into the frame, sealed: the `encryptedBundle` of `importPrivateKey`. @throws BundleError codes, `FRAME_EMPTY` */
  extractKeyEncryptedBundle(keyFormat?: KeyFormat): Promise<string> {
    return this.#ask('extractKeyEncryptedBundle', keyFormat ? { keyFormat } : {})
  }

  /** Signs a body with the key in the frame. @throws FrameError `FRAME_EMPTY` if no credential was injected */
  stamp(payload: string): Promise<Stamp> {
    return this.#ask('stamp', { payload })
  }

  #load(): Promise<void> {
    this.#window.addEventListener('message', this.#receive)
    this.#signal?.addEventListener('abort', () => this.destroy(), { once: true })
    const loaded = new Promise<void>((resolve, reject) => {
      this.#hear = resolve
      this.#refuse = reject
    })
    this.#container.append(this.#iframe)
    const help =
      "check the frame's address, this page's frame-src and the frame's frame-ancestors and allowed origins"
    return within(
      this.#timeout,
      loaded,
      () => new FrameError('FRAME_TIMEOUT', 'the frame did not load', help),
    ).catch((error) => {
      this.destroy()
      throw error
    })
  }

  async #ask<M extends MethodName>(method: M, params: Params<M>): Promise<Answer<M>> {
    if (!this.#ready) throw notReady()
    await this.#ready
    // Not `randomUUID`, because a page without a secure origin should receive the frame's error about its WebCrypto.
    const id = toHex(crypto.getRandomValues(new Uint8Array(16)))
    const answered = new Promise<Answer<M>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    const question: Question = { protocol: PROTOCOL, id, method, params }
    // An opaque origin can't be named as a target. No message to the frame contains a secret that the frame may not see.
    this.#iframe.contentWindow!.postMessage(question, this.#origin === 'null' ? '*' : this.#origin)
    try {
      return await within(
        this.#timeout,
        answered,
        () => new FrameError('FRAME_TIMEOUT', `the frame did not respond to ${method}`),
      )
    } finally {
      this.#waiting.delete(id)
    }
  }

  readonly #receive = ({ source, origin, data }: MessageEvent) => {
    if (source !== this.#iframe.contentWindow || origin !== this.#origin) return
    const reply = Object(data) as Reply
    if (reply.protocol !== PROTOCOL) {
      if (!String(reply.protocol).startsWith('keywright-frame-')) return
      const message = `the frame uses protocol ${reply.protocol}, this page ${PROTOCOL}`
      this.#refuse?.(
        new FrameError('FRAME_VERSION_MISMATCH', message, 'deploy page and frame of the same release'),
      )
    } else if ('ready' in reply) {
      this.#hear?.()
    } else if ('error' in reply) {
      const { code, message, help } = reply.error
      this.#waiting.get(reply.id)?.reject(new FrameError(code, message, help))
    } else {
      this.#waiting.get(reply.id)?.resolve(reply.answer as never)
    }
  }
}

function readUrl(iframeUrl: string, base: string): URL {
  try {
    return new URL(iframeUrl, base)
  } catch {
    throw new FrameError(
      'FRAME_CONFIG_INVALID',
      `\`${iframeUrl}\` is not a valid frame address`,
      "pass the address that serves the frame's files",
    )
  }
}

const notReady = () => new FrameError('FRAME_NOT_READY', 'the frame is not loaded', 'call init() first')

async function within<T>(milliseconds: number, work: Promise<T>, error: () => FrameError): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
