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
      (error: Error) => resultOf(error),
    )
    rows.push({ library: name, version, form, result })
  }
  return rows
}

function resultOf({ name, message }: Error): string {
  // The forms follow the newest version. An older one may lack a function of it.
  if (
    process.env['KEYWRIGHT_PEERS'] &&
    name === 'TypeError' &&
    /is not a (function|constructor)/.test(message)
  )
    return 'not in this version'
  // viem puts the reason of an account, a provider or a node below its own words.
  const reason = /^Details: (.+)$/m.exec(message)?.[1] ?? message.split('\n')[0]!
  return `refused: ${reason.replace(/0x[\da-f]{40}/gi, '0x…').replace(/version=[\d.]+/, 'version=…')}`
}

/** @throws Error that names the form's failure, never a refusal */
export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`WRONG: ${what}`)
}

/** A table in Markdown, with one row for the versions in which a form has the same result. */
export function tableOf(rows: readonly Row[]): string {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const key = [row.library, row.form, row.result].join()
    const other = merged.get(key)
    merged.set(key, other ? { ...row, version: `${row.version}, ${other.version}` } : row)
  }
  const order = [...new Set(rows.map(({ library, form }) => `${library} ${form}`))]
  const place = ({ library, form }: Row) => order.indexOf(`${library} ${form}`)
  const text = (value: string) => value.replaceAll('|', '\\|')
  const lines = [...merged.values()]
    .sort((one, other) => place(one) - place(other))
    .map(
      ({ library, version, form, result }) => `| ${library} | ${version} | ${text(form)} | ${text(result)} |`,
    )
  return ['| Library | Version | Form | Result |', '| --- | --- | --- | --- |', ...lines, ''].join('\n')
}
