/** An example of a page, taken over: its prerendered source and recording stay until there is something newer. */
import { useState } from 'react'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import type { IslandProps } from '../shell/island.ts'
import { prepareExample } from './prepareExample.ts'
import { type PageParts, Runner } from './Runner.tsx'
import { readyExample } from './runInPage.ts'

export const ahead = (host: HTMLElement): Promise<void> => readyExample(host.dataset.example!)

export function prepare(host: HTMLElement): Promise<RunnableExample> {
  void ahead(host)
  return prepareExample(host.dataset.example!)
}

export default function RunnerIsland({ host, fallback, data }: IslandProps<RunnableExample>) {
  const [page] = useState(() => partsOf(fallback))
  const { title = '', file = '' } = host.dataset
  return <Runner title={title} file={file} data={data} page={page} host={host} />
}

function partsOf(fallback: string): PageParts {
  const template = document.createElement('template')
  template.innerHTML = fallback
  const html = (selector: string) => template.content.querySelector(selector)?.innerHTML ?? ''
  return {
    code: html('.example-code'),
    output: html('.example-output'),
    status: template.content.querySelector('.example-status')?.textContent ?? '',
  }
}
