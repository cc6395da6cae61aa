/** Shares of a root secret on the command line. They are secrets: read from files and standard input only. */
import type { Context, Input } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'
import { readWholeNumber } from './numbers.ts'

/** `--shares N --threshold M`; undefined when neither is given. @throws Failure (usage) */
export function readShareNumbers(input: Input): { count: number; threshold: number } | undefined {
  const [shares, threshold] = [input.flag('shares'), input.flag('threshold')]
  if (shares === undefined && threshold === undefined) return undefined
  if (shares === undefined || threshold === undefined) {
    throw usageFailure('--shares and --threshold go together', 'like --shares 5 --threshold 3')
  }
  const count = readWholeNumber('shares', shares, 2, 255)
  return { count, threshold: readWholeNumber('threshold', threshold, 2, count) }
}

/** The shares in files, or on standard input; one a line, words before them are skipped. @throws Failure (usage) */
export async function readShares({ host }: Context, paths: readonly string[]): Promise<string[]> {
  const texts =
    paths.length === 0
      ? [new TextDecoder().decode(await host.readInput())]
      : await Promise.all(paths.map((path) => readText(host, path)))
  const shares = texts.flatMap((text) => text.match(/\bkwshare1\w+/gi) ?? [])
  if (shares.length > 0) return shares
  throw usageFailure(
    'no share was given',
    'a share begins with kwshare1; name its file, or write it to standard input',
  )
}
