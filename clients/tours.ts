/** The page of a language, and what it says that its program prints. */
import { readFileSync } from 'node:fs'
import type { Client } from './clients.ts'

type Tour = NonNullable<Client['tour']>

export const pageOf = ({ page }: Tour): string =>
  readFileSync(new URL(`../site/content/sdks/${page}.mdx`, import.meta.url), 'utf8')

export const outputOf = (tour: Tour): string | undefined =>
  /^```text title="Output"\n(.*?)^```$/ms.exec(pageOf(tour))?.[1]
