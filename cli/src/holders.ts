/** Who gets the shares of a root secret, and a file for each that only they can open (https://age-encryption.org/v1). */
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'

export interface Holder {
  /** Letters, digits, - and _: it names their file. */
  readonly name: string
  /** Their public key, `age1…`. */
  readonly recipient: string
}

const LINE = 'a line is a name and a public key, like: ada age1…'
const MORE = 'keywright generate holder-key, or age-keygen, makes a key'

/** The people in `--holders FILE`; undefined without it. @throws Failure (usage) that names the line */
export async function readHolders({ input, host }: Context): Promise<Holder[] | undefined> {
  const file = input.flag('holders')
  if (file === undefined) return undefined
  const holders: Holder[] = []
  const lines = (await readText(host, file)).split(/\r?\n/)
  for (const [i, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const [name = '', recipient = '', ...rest] = line.trim().split(/\s+/)
    const place = `line ${i + 1} of ${file}`
    if (rest.length > 0 || recipient === '') throw usageFailure(`${place} names no holder`, LINE)
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw usageFailure(
        `${place}: \`${name}\` cannot name a file`,
        'a name has letters, digits, - and _, 64 at most',
      )
    }
    if (!(await isRecipient(recipient))) {
      // What stands there may be a private key.
      throw usageFailure(`${place}: the public key of ${name} cannot be read`, `${LINE}; ${MORE}`)
    }
    const twin = holders.find((one) => one.name === name || one.recipient === recipient)
    if (twin) throw usageFailure(`${place}: ${name} and ${twin.name} are one holder`, 'each has one share')
    holders.push({ name, recipient })
  }
  if (holders.length < 2) {
    throw usageFailure(
      `${file} names ${holders.length === 0 ? 'no holder' : 'one holder'}, shares go to two or more`,
      `${LINE}; ${MORE}`,
    )
  }
  return holders
}

/** Text that only the holder can read. */
export async function encryptTo({ recipient }: Holder, text: string): Promise<string> {
  const { armor, Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return armor.encode(await encrypter.encrypt(text))
}

/** What such a text begins with. */
export const ENCRYPTED = '-----BEGIN AGE ENCRYPTED FILE-----'

/**
 * What was encrypted to the holder of the key.
 * @param identities text of key files: lines `AGE-SECRET-KEY-1…`, and comments
 * @param files names them in what is said
 * @throws Failure (usage) when no key is the right one
 */
export async function decryptBy(identities: string, encrypted: string, files: string): Promise<string> {
  const { armor, Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  const keys = identities.match(/^AGE-SECRET-KEY-1[0-9A-Z]+/gm) ?? []
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    keys.length = 0
  }
  if (keys.length === 0) throw usageFailure(`${files} holds no key of a holder`, MORE)
  try {
    return await decrypter.decrypt(armor.decode(encrypted), 'text')
  } catch {
    const hint = 'the file is of another holder, or damaged: each opens their own'
    throw usageFailure(`the key in ${files} does not open this share`, hint)
  }
}

/** A new key of a holder, of the kind that every release of age reads. */
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

/** Only commands that need it load it. */
const loadAge = () => import('age-encryption')
