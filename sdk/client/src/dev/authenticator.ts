/** A simulated authenticator with the interface of `navigator.credentials` (WebAuthn level 3 §5.1). */
import { createPasskey, type Passkey } from '@keywright/keys/passkey'
import { fromBase64url, toBase64url } from '../encoding.ts'
import { type NativeModule, nativeModuleOf } from './nativeModule.ts'

export interface AuthenticatorConfig {
  /** Origin of the simulated page or app. Default: `https://app.example.com`. */
  readonly origin?: string
  /** Default: the platform's random number generator. */
  readonly random?: (length: number) => Uint8Array
}

export interface Authenticator {
  /** Replaces `navigator.credentials`. Pass it to `createPasskey` and to `WebauthnStamper`. */
  readonly credentials: {
    /** @throws DOMException */
    create(options: CredentialCreationOptions): Promise<unknown>
    /** @throws DOMException */
    get(options: CredentialRequestOptions): Promise<unknown>
  }
  /** The same device as a native module. Pass it as `passkeys` to `@keywright/react-native`. */
  readonly native: NativeModule
  /** The stored passkeys, oldest first. */
  readonly passkeys: readonly HeldPasskey[]
  /** Number of prompts shown to create a passkey or to sign. */
  readonly prompts: number
  /** Removes a passkey, as when the user deletes it or loses the device. */
  forget(credentialId: string): void
}

export interface HeldPasskey {
  /** base64url. */
  readonly credentialId: string
  readonly rpId: string
  /** Whether a site can find the passkey without knowing its id. */
  readonly isDiscoverable: boolean
}

type Held = HeldPasskey & { readonly passkey: Passkey }

// The algorithms of this authenticator: ES256 and EdDSA (RFC 9053 §2).
const ES256 = -7
const EDDSA = -8

/** Creates a device without passkeys. It accepts every prompt. */
export function createAuthenticator(config: AuthenticatorConfig = {}): Authenticator {
  const { origin = 'https://app.example.com', random = platformRandom } = config
  const held: Held[] = []
  let prompts = 0

  const credentials: Authenticator['credentials'] = {
    async create({ publicKey, signal }) {
      signal?.throwIfAborted()
      if (!publicKey) throw refusal('NotSupportedError', 'only public key credentials are supported')
      const rpId = rpIdOf(publicKey.rp.id, origin)
      const algorithm = publicKey.pubKeyCredParams.find(({ alg }) => alg === ES256 || alg === EDDSA)?.alg
      if (algorithm === undefined) {
        throw refusal('NotSupportedError', 'this authenticator supports only ES256 and EdDSA')
      }
      prompts++
      const known = held.filter((one) => one.rpId === rpId).map(({ credentialId }) => credentialId)
      if (publicKey.excludeCredentials?.some((one) => known.includes(idOf(one)))) {
        throw refusal('InvalidStateError', 'this authenticator already has one of the excluded passkeys')
      }
      const passkey = createPasskey({ random, origin, rpId, isEd25519: algorithm === EDDSA })
      const { residentKey, requireResidentKey } = publicKey.authenticatorSelection ?? {}
      const isDiscoverable = residentKey ? residentKey !== 'discouraged' : requireResidentKey === true
      held.push({ credentialId: passkey.credentialId, rpId, isDiscoverable, passkey })
      return newCredential(passkey, publicKey)
    },
    async get({ publicKey, signal }) {
      signal?.throwIfAborted()
      if (!publicKey) throw refusal('NotSupportedError', 'only public key credentials are supported')
      prompts++
      const found = findPasskey(held, origin, publicKey)
      // Browsers don't reveal whether the passkey is missing or the user declined.
      if (!found) throw refusal('NotAllowedError', 'no passkey found, or the prompt was closed')
      return assertion(found.passkey, publicKey)
    },
  }

  return {
    credentials,
    native: nativeModuleOf(credentials),
    get passkeys() {
      return held.map(({ credentialId, rpId, isDiscoverable }) => ({ credentialId, rpId, isDiscoverable }))
    },
    get prompts() {
      return prompts
    },
    forget(credentialId) {
      const at = held.findIndex((one) => one.credentialId === credentialId)
      if (at >= 0) held.splice(at, 1)
    },
  }
}

/** The newest matching passkey. */
function findPasskey(
  held: readonly Held[],
  origin: string,
  { rpId, allowCredentials = [] }: PublicKeyCredentialRequestOptions,
) {
  const here = held.filter((one) => one.rpId === rpIdOf(rpId, origin))
  const wanted = allowCredentials.map(idOf)
  // Newest first, as in browsers.
  return here
    .reverse()
    .find(({ credentialId, isDiscoverable }) =>
      wanted.length > 0 ? wanted.includes(credentialId) : isDiscoverable,
    )
}

function newCredential(
  passkey: Passkey,
  { challenge, authenticatorSelection }: PublicKeyCredentialCreationOptions,
) {
  const isVerified = authenticatorSelection?.userVerification !== 'discouraged'
  const { attestation } = passkey.register('', toBytes(challenge), isVerified)
  return {
    id: passkey.credentialId,
    type: 'public-key',
    rawId: bufferOf(passkey.credentialId),
    response: {
      clientDataJSON: bufferOf(attestation.clientDataJson),
      attestationObject: bufferOf(attestation.attestationObject),
      getTransports: () => ['internal'],
    },
  }
}

function assertion(passkey: Passkey, { challenge, userVerification }: PublicKeyCredentialRequestOptions) {
  const made = passkey.assert(toBytes(challenge), userVerification !== 'discouraged')
  return {
    id: made.credentialId,
    type: 'public-key',
    rawId: bufferOf(made.credentialId),
    response: {
      authenticatorData: bufferOf(made.authenticatorData),
      clientDataJSON: bufferOf(made.clientDataJson),
      signature: bufferOf(made.signature),
    },
  }
}

/** Accepts the page's host or a parent domain of it. @throws DOMException `SecurityError` */
function rpIdOf(rpId: string | undefined, origin: string): string {
  // Origins of native apps aren't URLs. The platform has checked which domains belong to the app.
  if (!origin.startsWith('http')) return rpId ?? origin
  const { hostname } = new URL(origin)
  if (rpId === undefined || rpId === hostname || hostname.endsWith(`.${rpId}`)) return rpId ?? hostname
  throw refusal('SecurityError', `${rpId} is not a domain of ${origin}`)
}

const refusal = (name: string, message: string) => new DOMException(message, name)

const platformRandom = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const toBytes = (source: BufferSource): Uint8Array<ArrayBuffer> =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)

const idOf = ({ id }: PublicKeyCredentialDescriptor) => toBase64url(toBytes(id))

const bufferOf = (text: string): ArrayBuffer => fromBase64url(text).buffer
