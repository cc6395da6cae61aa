/** Shares of a root secret on the command line. They are secrets: read from files and standard input only. */
import { parseShare } from '@keywright/keys'
import type { KeepShares } from '@keywright/server'
import type { Context, Input } from './command.ts'
import { usageFailure } from './failure.ts'
import { makeFolder, readText, writeSecret } from './files.ts'
import { decryptBy, ENCRYPTED, encryptTo, type Holder, readHolders } from './holders.ts'
import { readWholeNumber } from './numbers.ts'
import type { Style } from './style.ts'

/** New shares: how many, and where they go. */
export interface NewShares {
  readonly count: number
  readonly threshold: number
  /** Undefined: they are printed. */
  readonly folder: ShareFolder | undefined
}

export interface ShareFolder {
  readonly path: string
  /** A name for each share. */
  readonly files: readonly string[]
  readonly isEncrypted: boolean
  readonly keep: KeepShares
}

/** `--shares N --threshold M`, or `--holders FILE --threshold M`; undefined when none is given. @throws Failure (usage) */
export async function readNewShares(context: Context): Promise<NewShares | undefined> {
  const { input } = context
  const holders = await readHolders(context)
  const numbers = readShareNumbers(input, holders)
  const path = input.flag('share-folder')
  if (path === undefined && holders) {
    throw usageFailure('--holders goes with --share-folder', 'name a new folder for the encrypted shares')
  }
  if (!numbers) {
    if (path === undefined) return undefined
    throw usageFailure('--share-folder goes with shares', 'like --shares 5 --threshold 3')
  }
  return {
    ...numbers,
    folder: path === undefined ? undefined : shareFolder(context, path, numbers.count, holders),
  }
}

function readShareNumbers(input: Input, holders: readonly Holder[] | undefined) {
  const [shares, threshold] = [input.flag('shares') ?? holders?.length.toString(), input.flag('threshold')]
  if (shares === undefined && threshold === undefined) return undefined
  if (shares === undefined || threshold === undefined) {
    throw usageFailure(
      holders ? '--holders goes with --threshold' : '--shares and --threshold go together',
      'like --shares 5 --threshold 3',
    )
  }
  const count = readWholeNumber('shares', shares, 2, 255)
  if (holders && holders.length !== count) {
    throw usageFailure(
      `${count} shares do not go to ${holders.length} holders`,
      'leave --shares out: each holder gets one',
    )
  }
  return { count, threshold: readWholeNumber('threshold', threshold, 2, count) }
}

function shareFolder(
  { host }: Context,
  path: string,
  count: number,
  holders: readonly Holder[] | undefined,
): ShareFolder {
  const names = Array.from({ length: count }, (_, i) =>
    holders ? `${holders[i]!.name}.age` : `share-${i + 1}.txt`,
  )
  const files = names.map((name) => `${path}/${name}`)
  return {
    path,
    files,
    isEncrypted: holders !== undefined,
    async keep(shares) {
      await makeFolder(host, path)
      const forget = () => host.removeFolder(path)
      try {
        for (const [i, share] of shares.entries()) {
          const holder = holders?.[i]
          await writeSecret(host, files[i]!, holder ? await encryptTo(holder, `${share}\n`) : `${share}\n`)
        }
      } catch (error) {
        await forget()
        throw error
      }
      return forget
    },
  }
}

/** What to say of shares that were made, a line each; with what their holders must do. */
export function describeShares(
  { folder, threshold }: NewShares,
  shares: readonly string[],
  style: Style,
): string[] {
  const lines = shares.map((share, i) => `# share ${i + 1}  ${folder?.files[i] ?? share}`)
  const advice = folder?.isEncrypted
    ? `# Send each file to its holder, whose key alone opens it; ${threshold} of them unseal.`
    : `# Give each share to another person, and keep none here; ${threshold} of them unseal.`
  return [...lines, style.yellow(advice)]
}

/** As JSON: the files where there are some, else the shares. */
export const sharesToJson = ({ folder }: NewShares, shares: readonly string[]) =>
  folder ? { shareFiles: folder.files } : { shares }

export interface NamedShare {
  readonly text: string
  /** Where it was read: its file, or its place on standard input. */
  readonly name: string
}

/**
 * The shares in files, or on standard input; one a line, words before them are skipped. Encrypted ones are opened by
 * `--holder-key`. @throws Failure (usage) that names the share that can't be read
 */
export async function readShares(context: Context, paths: readonly string[]): Promise<NamedShare[]> {
  const { host, input } = context
  const keyFiles = input.flags('holder-key')
  const keys = await Promise.all(keyFiles.map((path) => readText(host, path)))
  const open = async (text: string, name: string) => {
    if (!text.includes(ENCRYPTED)) return text
    if (keys.length > 0) return decryptBy(keys.join('\n'), text, keyFiles.join(', '))
    throw usageFailure(`${name}: the share is encrypted`, 'name the key of its holder with --holder-key')
  }
  const inputs =
    paths.length === 0
      ? [{ name: 'standard input', text: new TextDecoder().decode(await host.readInput()) }]
      : await Promise.all(paths.map(async (name) => ({ name, text: await readText(host, name) })))
  const given = await Promise.all(
    inputs.map(async ({ name, text }) => {
      const found = (await open(text, name)).match(/\bkwshare1\w+/gi) ?? []
      return found.map((share, i) => ({
        text: share,
        name: found.length > 1 ? `${name}, share ${i + 1}` : name,
      }))
    }),
  )
  const shares = given.flat()
  shares.forEach(assertWellFormed)
  if (shares.length > 0) return shares
  throw usageFailure(
    paths.length === 0 ? 'no share was given' : `there is no share in ${paths.join(', ')}`,
    'a share begins with kwshare1; name its file, or write it to standard input',
  )
}

function assertWellFormed({ text, name }: NamedShare, i: number): void {
  try {
    parseShare(text, i + 1)
  } catch (error) {
    throw usageFailure(`${name}: ${(error as Error).message}`)
  }
}
