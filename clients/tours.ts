/** The page of a language, and the program that it shows. */
import { readFileSync } from 'node:fs'
import type { Client } from './clients.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const pageOf = ({ page }: NonNullable<Client['tour']>) => read(`../site/content/sdks/${page}.mdx`)

/** The blocks of code of a page. */
export const blocksOf = (tour: NonNullable<Client['tour']>): string[] =>
  [...pageOf(tour).matchAll(/^```\w+[^\n]*\n(.*?)^```$/gms)].map(([, code]) => code!)

/** What the page says that the program prints. */
export const outputOf = (tour: NonNullable<Client['tour']>): string | undefined =>
  /^```text title="Output"\n(.*?)^```$/ms.exec(pageOf(tour))?.[1]

/** The parts of the program between `#region` and `#endregion`, without the indentation that all lines of one share. */
export function regionsOf({ folder, tour }: Client): [name: string, code: string][] {
  const source = read(`${folder}/${tour!.source}`)
  return [...source.matchAll(/^([ \t]*)\S+ #region (\w+)\n(.*?)^\1\S+ #endregion$/gms)].map(
    ([, indent = '', name, code]) => [name!, code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  )
}
