/** The forms in which the documentation of a library tells people to use an account or a signer. */
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'

/**
 * Uses our adapter in one form, and checks the result with the library. An error that is ours, or the library's for every
 * account of this kind, is a refusal.
 */
export type Form = (world: SigningWorld) => Promise<void>

export interface Library {
  readonly name: string
  readonly version: string
  readonly forms: Readonly<Record<string, Form>>
}

export interface Row {
  readonly library: string
  readonly version: string
  readonly form: string
  readonly result: string
}

/** Runs each form with an organization of its own. */
export async function rowsOf({ name, version, forms }: Library): Promise<Row[]> {
  const rows: Row[] = []
  for (const [form, run] of Object.entries(forms)) {
    const world = await createSigningWorld(`${name} ${form}`)
    const result = await run(world).then(
      () => 'works',
      (error: Error) => `refused: ${error.message.split('\n')[0]!.replace(/0x[\da-f]{40}/gi, '0x…')}`,
    )
    rows.push({ library: name, version, form, result })
  }
  return rows
}

/** @throws Error that names the form's failure, never a refusal */
export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`WRONG: ${what}`)
}

/** A table in Markdown. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    '| Library | Version | Form | Result |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ library, version, form, result }) =>
        `| ${library} | ${version} | ${form.replaceAll('|', '\\|')} | ${result.replaceAll('|', '\\|')} |`,
    ),
    '',
  ].join('\n')
