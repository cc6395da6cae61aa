/**
 * The root secret, encrypted by a key that never leaves a PKCS#11 token: a hardware module, a smart card, a cloud's.
 * The database keeps the ciphertext, the token the key; who starts the server has the PIN.
 *
 * Source: PKCS #11 Cryptographic Token Interface 2.40, OASIS; AES-GCM in §2.12.3 of its mechanisms.
 */
import { parseHex, platformRandom, toHex, toUtf8 } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import {
  type Attribute,
  type Handle,
  loadLibrary,
  type Mechanism,
  type Pkcs11Library,
  type Pkcs11Module,
} from './pkcs11Library.ts'
import type { RootCheck, TokenSealed } from './rootSecret.ts'
import { tokenUnavailable } from './tokenUnavailable.ts'

export interface TokenSettings {
  /** Path of the module's library, such as `/usr/lib/softhsm/libsofthsm2.so`. */
  readonly module: string
  /** Of the token. Default: the only one that is there. */
  readonly tokenLabel?: string | undefined
  /** Of the AES-256 key on it. Default: `keywright`. */
  readonly keyLabel?: string | undefined
  /** Of the token's user. */
  readonly pin: string
}

const DEFAULT_KEY_LABEL = 'keywright'
const PURPOSE = toUtf8('keywright root secret v1')
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BITS = 128

/**
 * Encrypts the root secret by the key of that label; a token without one makes it, so that it cannot be taken out.
 * @throws ServerError `TOKEN_UNAVAILABLE`
 */
export async function sealWithToken(settings: TokenSettings, rootSecret: Uint8Array): Promise<TokenSealed> {
  const { keyLabel = DEFAULT_KEY_LABEL } = settings
  return inSession(settings, (session) => {
    const iv = platformRandom(IV_BYTES)
    const key = session.find(keyLabel) ?? session.makeKey(keyLabel)
    return { keyLabel, iv: toHex(iv), ciphertext: toHex(session.encrypt(key, iv, rootSecret)) }
  })
}

/**
 * @param check of the database, which holds the ciphertext
 * @throws ServerError `TOKEN_UNAVAILABLE`, `ROOT_SECRET_MISMATCH`
 */
export async function openWithToken(settings: TokenSettings, check: RootCheck): Promise<Uint8Array> {
  const sealed = check.token
  if (!sealed) {
    const hint =
      'Unseal it with its shares or its key file; `keywright init --pkcs11-module` makes one for a token.'
    throw new ServerError('ROOT_SECRET_MISMATCH', 'the root secret of this database is in no token', hint)
  }
  const { keyLabel = sealed.keyLabel } = settings
  return inSession(settings, (session) => {
    const key = session.find(keyLabel)
    if (!key) throw tokenUnavailable(`the token has no key \`${keyLabel}\``, 'Name it with --pkcs11-key.')
    const [iv, ciphertext] = [parseHex(sealed.iv, 'IV'), parseHex(sealed.ciphertext, 'ciphertext')]
    return session.decrypt(key, iv, ciphertext)
  })
}

interface Session {
  /** @throws ServerError when several keys have the label */
  find(label: string): Handle | undefined
  makeKey(label: string): Handle
  encrypt(key: Handle, iv: Uint8Array, plaintext: Uint8Array): Uint8Array
  decrypt(key: Handle, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array
}

/** Logs in, runs the task, and leaves nothing open. */
async function inSession<T>(settings: TokenSettings, task: (session: Session) => T): Promise<T> {
  const pkcs11 = await loadLibrary()
  const module = new pkcs11.PKCS11()
  const undo: (() => void)[] = []
  try {
    told('the module cannot be loaded', () => module.load(settings.module))
    undo.push(() => module.close())
    told('the module does not start', () => module.C_Initialize())
    undo.push(() => module.C_Finalize())
    const slot = findSlot(module, settings.tokenLabel)
    const flags = pkcs11.CKF_SERIAL_SESSION | pkcs11.CKF_RW_SESSION
    const handle = told('the token opens no session', () => module.C_OpenSession(slot, flags))
    undo.push(() => module.C_CloseSession(handle))
    told('the token refuses the PIN', () => module.C_Login(handle, pkcs11.CKU_USER, settings.pin))
    undo.push(() => module.C_Logout(handle))
    return task(sessionOf(pkcs11, module, handle))
  } finally {
    for (const step of undo.reverse()) step()
  }
}

function findSlot(module: Pkcs11Module, tokenLabel: string | undefined): Handle {
  const slots = told('the module lists no tokens', () => module.C_GetSlotList(true))
  const labelled = slots.map((slot) => {
    // A token that was never initialized may not tell.
    const label = told('the token does not answer', () => module.C_GetTokenInfo(slot).label.trim())
    return { slot, label }
  })
  const fitting = labelled.filter(({ label }) => label === (tokenLabel ?? label) && label !== '')
  if (fitting.length === 1) return fitting[0]!.slot
  const names = labelled.map(({ label }) => `\`${label}\``).join(', ') || 'none'
  const what =
    tokenLabel === undefined ? 'there is not exactly one token' : `there is no one token \`${tokenLabel}\``
  throw tokenUnavailable(`${what}; the module has ${names}`, 'Name it with --pkcs11-token.')
}

function sessionOf(pkcs11: Pkcs11Library, module: Pkcs11Module, session: Handle): Session {
  const { CKA_CLASS, CKA_KEY_TYPE, CKA_LABEL, CKO_SECRET_KEY, CKK_AES } = pkcs11
  const template = (label: string): Attribute[] => [
    { type: CKA_CLASS, value: CKO_SECRET_KEY },
    { type: CKA_KEY_TYPE, value: CKK_AES },
    { type: CKA_LABEL, value: label },
  ]
  const gcm = (iv: Uint8Array): Mechanism => {
    const parameter: Mechanism['parameter'] = {
      type: pkcs11.CK_PARAMS_AES_GCM_v240,
      iv: Buffer.from(iv),
      ivBits: IV_BYTES * 8,
      aad: Buffer.from(PURPOSE),
      tagBits: TAG_BITS,
    }
    return { mechanism: pkcs11.CKM_AES_GCM, parameter }
  }
  return {
    find(label) {
      const keys = told('the token does not search', () => {
        module.C_FindObjectsInit(session, template(label))
        const found = module.C_FindObjects(session, 2)
        module.C_FindObjectsFinal(session)
        return found
      })
      if (keys.length < 2) return keys[0]
      throw tokenUnavailable(`the token has several keys \`${label}\``, 'Name another one with --pkcs11-key.')
    },
    makeKey: (label) =>
      told('the token makes no AES key', () =>
        module.C_GenerateKey(session, { mechanism: pkcs11.CKM_AES_KEY_GEN }, [
          ...template(label),
          { type: pkcs11.CKA_VALUE_LEN, value: KEY_BYTES },
          { type: pkcs11.CKA_TOKEN, value: true },
          { type: pkcs11.CKA_PRIVATE, value: true },
          { type: pkcs11.CKA_SENSITIVE, value: true },
          { type: pkcs11.CKA_EXTRACTABLE, value: false },
          { type: pkcs11.CKA_ENCRYPT, value: true },
          { type: pkcs11.CKA_DECRYPT, value: true },
        ]),
      ),
    encrypt: (key, iv, plaintext) =>
      told('the token does not encrypt', () => {
        module.C_EncryptInit(session, gcm(iv), key)
        const room = Buffer.alloc(plaintext.length + TAG_BITS / 8)
        return new Uint8Array(module.C_Encrypt(session, Buffer.from(plaintext), room))
      }),
    decrypt: (key, iv, ciphertext) =>
      told('the token does not decrypt, its key is another one', () => {
        module.C_DecryptInit(session, gcm(iv), key)
        const room = Buffer.alloc(ciphertext.length)
        return new Uint8Array(module.C_Decrypt(session, Buffer.from(ciphertext), room))
      }),
  }
}

/** The library reports codes such as `CKR_PIN_INCORRECT`; neither they nor their texts hold what was given. */
function told<T>(what: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    const { name, message } = error as Error
    const code = /CKR_\w+/.exec(`${name} ${message}`)?.[0] ?? message
    const hint = 'Check module, token, key and PIN, and that this user may open the device.'
    throw tokenUnavailable(`${what} (${code})`, hint, error)
  }
}
