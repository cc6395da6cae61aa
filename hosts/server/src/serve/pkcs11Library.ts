/**
 * The part of `pkcs11js`, the library for PKCS#11 modules, that the server uses. The package is optional and compiled at
 * installation, so its types may be missing too.
 */
import { tokenUnavailable } from './tokenUnavailable.ts'

export type Handle = Buffer

export interface Attribute {
  readonly type: number
  readonly value: number | boolean | string
}

export interface Mechanism {
  readonly mechanism: number
  /** Parameters of AES-GCM. */
  readonly parameter?: {
    readonly type: number
    readonly iv: Buffer
    readonly ivBits: number
    readonly aad: Buffer
    readonly tagBits: number
  }
}

/** The functions of a module. All throw errors with a code such as `CKR_PIN_INCORRECT` in the message. */
export interface Pkcs11Module {
  load(path: string): void
  close(): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(isTokenPresent: boolean): Handle[]
  C_GetTokenInfo(slot: Handle): { readonly label: string }
  C_OpenSession(slot: Handle, flags: number): Handle
  C_CloseSession(session: Handle): void
  C_Login(session: Handle, userType: number, pin: string): void
  C_Logout(session: Handle): void
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void
  C_FindObjects(session: Handle, most: number): Handle[]
  C_FindObjectsFinal(session: Handle): void
  C_GenerateKey(session: Handle, mechanism: Mechanism, template: readonly Attribute[]): Handle
  C_EncryptInit(session: Handle, mechanism: Mechanism, key: Handle): void
  C_Encrypt(session: Handle, data: Buffer, room: Buffer): Buffer
  C_DecryptInit(session: Handle, mechanism: Mechanism, key: Handle): void
  C_Decrypt(session: Handle, data: Buffer, room: Buffer): Buffer
}

type Constant =
  | `CKA_${'CLASS' | 'KEY_TYPE' | 'LABEL' | 'VALUE_LEN' | 'TOKEN' | 'PRIVATE'}`
  | `CKA_${'SENSITIVE' | 'EXTRACTABLE' | 'ENCRYPT' | 'DECRYPT'}`
  | `CKM_AES_${'GCM' | 'KEY_GEN'}`
  | 'CKO_SECRET_KEY'
  | 'CKK_AES'
  | 'CKU_USER'
  | 'CKF_SERIAL_SESSION'
  | 'CKF_RW_SESSION'
  | 'CK_PARAMS_AES_GCM_v240'

export type Pkcs11Library = { readonly PKCS11: new () => Pkcs11Module } & Readonly<Record<Constant, number>>

/** A variable, so that neither bundler nor compiler resolves the package. */
const LIBRARY: string = 'pkcs11js'

/** @throws ServerError `TOKEN_UNAVAILABLE` if the package is not installed */
export async function loadLibrary(): Promise<Pkcs11Library> {
  try {
    const loaded = (await import(LIBRARY)) as Pkcs11Library & { readonly default?: Pkcs11Library }
    return loaded.default ?? loaded
  } catch (error) {
    const hint = 'Install it next to keywright with npm install pkcs11js, which compiles it.'
    throw tokenUnavailable('PKCS#11 tokens need the package pkcs11js, which is not installed', hint, error)
  }
}
