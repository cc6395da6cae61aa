/**
 * Encrypts the root secret with a key that never leaves a PKCS#11 token, such as an HSM or a smart card. The database
 * stores the ciphertext, the token stores the key, and the operator has the PIN.
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
  /** Label of the token. Default: the only token. */
  readonly tokenLabel?: string | undefined
  /** Label of the AES-256 key. Default: `keywright`. */
  readonly keyLabel?: string | undefined
  /** User PIN. */
  readonly pin: string
}

const DEFAULT_KEY_LABEL = 'keywright'
const PURPOSE = toUtf8('keywright root secret v1')
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BITS = 128

/**
 * Encrypts the root secret with the labeled key, which is created as not extractable if it is missing.
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
 * @param check the root check of the database, which contains the ciphertext
 * @throws ServerError `TOKEN_UNAVAILABLE`, `ROOT_SECRET_MISMATCH`
 */
export async function openWithToken(settings: TokenSettings, check: RootCheck): Promise<Uint8Array> {
  // During a rotation, the label of the key tells the two apart.
  const both = [check.token, check.next?.token].filter((one) => one !== undefined)
  const sealed = both.find((one) => one.keyLabel === settings.keyLabel) ?? both[0]
  if (!sealed) {
    const hint =
      'Unseal with shares or the key file. Only `keywright init --pkcs11-module` encrypts the root secret with a token.'
    throw new ServerError(
      'ROOT_SECRET_MISMATCH',
      'the root secret of this database is not encrypted by a token',
      hint,
    )
  }
  const { keyLabel = sealed.keyLabel } = settings
  return inSession(settings, (session) => {
    const key = session.find(keyLabel)
    if (!key)
      throw tokenUnavailable(
        `the token has no key \`${keyLabel}\``,
        'Pass the label of the key with --pkcs11-key.',
      )
    const [iv, ciphertext] = [parseHex(sealed.iv, 'IV'), parseHex(sealed.ciphertext, 'ciphertext')]
    return session.decrypt(key, iv, ciphertext)
  })
}

interface Session {
  /** @throws ServerError if several keys have the label */
  find(label: string): Handle | undefined
  makeKey(label: string): Handle
  encrypt(key: Handle, iv: Uint8Array, plaintext: Uint8Array): Uint8Array
  decrypt(key: Handle, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array
}

async function inSession<T>(settings: TokenSettings, task: (session: Session) => T): Promise<T> {
  const pkcs11 = await loadLibrary()
  const module = new pkcs11.PKCS11()
  const undo: (() => void)[] = []
  try {
    told('the module cannot be loaded', () => module.load(settings.module))
    undo.push(() => module.close())
    told('the module cannot be initialized', () => module.C_Initialize())
    undo.push(() => module.C_Finalize())
    const slot = findSlot(module, settings.tokenLabel)
    const flags = pkcs11.CKF_SERIAL_SESSION | pkcs11.CKF_RW_SESSION
    const handle = told('the token cannot open a session', () => module.C_OpenSession(slot, flags))
    undo.push(() => module.C_CloseSession(handle))
    told('the token rejected the PIN', () => module.C_Login(handle, pkcs11.CKU_USER, settings.pin))
    undo.push(() => module.C_Logout(handle))
    return task(sessionOf(pkcs11, module, handle))
  } finally {
    for (const step of undo.reverse()) step()
  }
}

function findSlot(module: Pkcs11Module, tokenLabel: string | undefined): Handle {
  const slots = told('the module cannot list tokens', () => module.C_GetSlotList(true))
  const labelled = slots.map((slot) => {
    // May fail for a token that was never initialized.
    const label = told('the token does not respond', () => module.C_GetTokenInfo(slot).label.trim())
    return { slot, label }
  })
  const fitting = labelled.filter(({ label }) => label === (tokenLabel ?? label) && label !== '')
  if (fitting.length === 1) return fitting[0]!.slot
  const names = labelled.map(({ label }) => `\`${label}\``).join(', ') || 'none'
  const what =
    tokenLabel === undefined ? 'expected exactly one token' : `expected exactly one token \`${tokenLabel}\``
  throw tokenUnavailable(
    `${what}, but the module has ${names}`,
    'Pass the label of the token with --pkcs11-token.',
  )
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
      const keys = told('the token cannot search for keys', () => {
        module.C_FindObjectsInit(session, template(label))
        const found = module.C_FindObjects(session, 2)
        module.C_FindObjectsFinal(session)
        return found
      })
      if (keys.length < 2) return keys[0]
      throw tokenUnavailable(
        `the token has several keys \`${label}\``,
        'Choose another key with --pkcs11-key.',
      )
    },
    makeKey: (label) =>
      told('the token cannot create an AES key', () =>
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
      told('the token cannot encrypt', () => {
        module.C_EncryptInit(session, gcm(iv), key)
        const room = Buffer.alloc(plaintext.length + TAG_BITS / 8)
        return new Uint8Array(module.C_Encrypt(session, Buffer.from(plaintext), room))
      }),
    decrypt: (key, iv, ciphertext) =>
      told('the token cannot decrypt the root secret, its key is a different one', () => {
        module.C_DecryptInit(session, gcm(iv), key)
        const room = Buffer.alloc(ciphertext.length)
        return new Uint8Array(module.C_Decrypt(session, Buffer.from(ciphertext), room))
      }),
  }
}

/** Reports codes such as `CKR_PIN_INCORRECT`, which never contain the PIN. */
function told<T>(what: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    const { name, message } = error as Error
    const code = /CKR_\w+/.exec(`${name} ${message}`)?.[0] ?? message
    const hint = 'Check module, token, key and PIN, and that this user can open the device.'
    throw tokenUnavailable(`${what} (${code})`, hint, error)
  }
}
