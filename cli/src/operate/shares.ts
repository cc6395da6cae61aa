/** Reads and writes shares of a root secret. Shares are secrets, so they are never arguments. */
import { parseShare } from '@keywright/keys'
import type { KeepShares } from '@keywright/server'
import { readWholeNumber } from '../arguments/numbers.ts'
import type { Context, Input } from '../command.ts'
import { makeFolder, readText, writeSecret } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'
import type { Style } from '../output/style.ts'
import { decryptBy, ENCRYPTED, encryptTo, type Holder, readHolders } from './holders.ts'

/** Number and destination of new shares. */
export interface NewShares {
  readonly count: number
  readonly threshold: number
  /** Undefined: print the shares. */
  readonly folder: ShareFolder | undefined
}

export interface ShareFolder {
  readonly path: string
  /** One file per share. */
  readonly files: readonly string[]
  readonly isEncrypted: boolean
  readonly keep: KeepShares
}

/** Reads `--threshold M` with `--shares N` or `--holders FILE`; undefined without them. @throws Failure (usage) */
export async function readNewShares(context: Context): Promise<NewShares | undefined> {
  const { input } = context
  const holders = await readHolders(context)
  const numbers = readShareNumbers(input, holders)
  const path = input.flag('share-folder')
  if (path === undefined && holders) {
    throw usageFailure('--holders requires --share-folder', 'pass a new folder for the encrypted shares')
  }
  if (!numbers) {
    if (path === undefined) return undefined
    throw usageFailure('--share-folder requires shares', 'for example: --shares 5 --threshold 3')
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
      holders ? '--holders requires --threshold' : '--shares and --threshold must be used together',
      'for example: --shares 5 --threshold 3',
    )
  }
  const count = readWholeNumber('--shares', shares, 2, 255)
  if (holders && holders.length !== count) {
    throw usageFailure(
      `${count} shares cannot be divided among ${holders.length} holders`,
      'omit --shares: each holder gets one share',
    )
  }
  return { count, threshold: readWholeNumber('--threshold', threshold, 2, count) }
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
  const files = names.map((name) => `${path.replace(/\/+$/, '')}/${name}`)
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

/** Lists new shares, one per line, with instructions for their holders. */
export function describeShares(
  { folder, threshold }: NewShares,
  shares: readonly string[],
  style: Style,
): string[] {
  const lines = shares.map((share, i) => `# share ${i + 1}  ${folder?.files[i] ?? share}`)
  const advice = folder?.isEncrypted
    ? `# Send each file to its holder, who alone can decrypt it. Unsealing needs ${threshold} shares.`
    : `# Give each share to a different person, and keep none here. Unsealing needs ${threshold} shares.`
  return [...lines, style.yellow(advice)]
}

/** JSON output: the files, or the shares themselves if they were printed. */
export const sharesToJson = ({ folder }: NewShares, shares: readonly string[]) =>
  folder ? { shareFiles: folder.files } : { shares }

export interface NamedShare {
  readonly text: string
  /** Its file, or its position on standard input. */
  readonly name: string
}

/**
 * Reads the shares in files or on standard input and ignores other text. Encrypted shares are decrypted with
 * `--holder-key`. @throws Failure (usage) that names the invalid share
 */
export async function readShares(context: Context, paths: readonly string[]): Promise<NamedShare[]> {
  const { host, input } = context
  const keyFiles = input.flags('holder-key')
  const keys = await Promise.all(keyFiles.map((path) => readText(host, path)))
  const open = async (text: string, name: string) => {
    if (!text.includes(ENCRYPTED)) return text
    if (keys.length > 0) return decryptBy(keys.join('\n'), text, keyFiles.join(', '))
    throw usageFailure(`${name}: the share is encrypted`, 'pass the key of its holder with --holder-key')
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
    paths.length === 0 ? 'standard input contains no share' : `no share found in ${paths.join(', ')}`,
    'a share starts with kwshare1; pass its file, or write it to standard input',
  )
}

function assertWellFormed({ text, name }: NamedShare, i: number): void {
  try {
    parseShare(text, i + 1)
  } catch (error) {
    throw usageFailure(`${name}: ${(error as Error).message}`)
  }
}
