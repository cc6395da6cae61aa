/** An example on a page. Keeps the prerendered source and recording until the reader edits or runs it. */

import type { IslandProps } from '../../shared/island.ts'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import { prepareExample } from './prepareExample.ts'
import { type PageParts, Runner } from './Runner.tsx'
import { readyExample } from './runInPage.ts'

export const ahead = (host: HTMLElement): Promise<void> => readyExample(host.dataset.example!)

interface Prepared {
  readonly example: RunnableExample
  /** HTML of the fallback, saved before the island replaces it. */
  readonly page: PageParts
}

export async function prepare(host: HTMLElement): Promise<Prepared> {
  void ahead(host)
  return { example: await prepareExample(host.dataset.example!), page: partsOf(host) }
}

export default function RunnerIsland({ host, data: { example, page } }: IslandProps<Prepared>) {
  const { title = '', file = '', local = '' } = host.dataset
  return <Runner title={title} file={file} local={local} data={example} page={page} host={host} />
}

function partsOf(host: HTMLElement): PageParts {
  const html = (selector: string) => host.querySelector(selector)?.innerHTML ?? ''
  return {
    code: html('.example-code'),
    output: html('.example-output'),
    status: host.querySelector('.example-status')?.textContent ?? '',
  }
}
