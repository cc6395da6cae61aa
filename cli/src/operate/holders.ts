/** Share holders and their encrypted files (https://age-encryption.org/v1). */
import type { Context } from '../command.ts'
import { readText } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'

export interface Holder {
  /** Letters, digits, - and _; also the name of the file. */
  readonly name: string
  /** Public key, `age1…`. */
  readonly recipient: string
}

const LINE = 'each line must have a name and a public key, such as: ada age1…'
const MORE = 'create a key with keywright generate holder-key or age-keygen'

/** Reads the holders in `--holders FILE`; undefined without the flag. @throws Failure (usage) that names the line */
export async function readHolders({ input, host }: Context): Promise<Holder[] | undefined> {
  const file = input.flag('holders')
  if (file === undefined) return undefined
  const holders: Holder[] = []
  const lines = (await readText(host, file)).split(/\r?\n/)
  for (const [i, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const [name = '', recipient = '', ...rest] = line.trim().split(/\s+/)
    const place = `line ${i + 1} of ${file}`
    if (rest.length > 0 || recipient === '') throw usageFailure(`${place} is malformed`, LINE)
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw usageFailure(
        `${place}: \`${name}\` cannot name a file`,
        'use at most 64 letters, digits, - and _',
      )
    }
    if (!(await isRecipient(recipient))) {
      // Don't repeat the value, which may be a private key.
      throw usageFailure(`${place}: the public key of ${name} is invalid`, `${LINE}; ${MORE}`)
    }
    const twin = holders.find((one) => one.name === name || one.recipient === recipient)
    if (twin)
      throw usageFailure(`${place}: ${name} and ${twin.name} are the same holder`, 'list each holder once')
    holders.push({ name, recipient })
  }
  if (holders.length < 2) {
    throw usageFailure(
      `${file} lists ${holders.length === 0 ? 'no holder' : 'one holder'}, but at least two are required`,
      `${LINE}; ${MORE}`,
    )
  }
  return holders
}

/** Encrypts a text to the holder. */
export async function encryptTo({ recipient }: Holder, text: string): Promise<string> {
  const { armor, Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return armor.encode(await encrypter.encrypt(text))
}

/** A share has about 500. Each recipient that a file names takes time. */
const MOST_CHARACTERS = 4_096

/** First line of an encrypted text. */
export const ENCRYPTED = '-----BEGIN AGE ENCRYPTED FILE-----'

/**
 * Decrypts a text with the holder's key.
 * @param identities text of key files: lines `AGE-SECRET-KEY-1…`, and comments
 * @param files names of the key files, for messages
 * @throws Failure (usage) if no key matches
 */
export async function decryptBy(identities: string, encrypted: string, files: string): Promise<string> {
  if (encrypted.length > MOST_CHARACTERS) {
    const hint = 'pass one share per file, as keywright init wrote it'
    throw usageFailure(`a share of ${encrypted.length} characters is too long`, hint)
  }
  const { armor, Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  const keys = identities.match(/^AGE-SECRET-KEY-1[0-9A-Z]+/gm) ?? []
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    keys.length = 0
  }
  if (keys.length === 0) throw usageFailure(`${files} contains no holder key`, MORE)
  try {
    return await decrypter.decrypt(armor.decode(encrypted), 'text')
  } catch {
    const hint = 'the share belongs to another holder, or the file is damaged'
    throw usageFailure(`the key in ${files} cannot decrypt this share`, hint)
  }
}

/** Generates a holder key of the kind that every release of age supports. */
export async function generateHolderKey(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await loadAge()
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Loaded on demand. */
const loadAge = () => import('age-encryption')
