/** Requests on pages, from `json request=…` fences. */
import { createHash } from 'node:crypto'
import type { CallName } from '@keywright/contract'
import { type PageSource, readPageSources } from '../builder/content/pageSources.ts'

const FENCE = /^( *)`{3}json request=(\w+)[^\n]*\n([\s\S]*?)^\1`{3}$/gm

export type Body = Readonly<Record<string, unknown>>

export interface PageRequest extends Pick<PageSource, 'file'> {
  readonly call: CallName
  readonly body: Body
}

/** All pages, sorted by file. */
export const readPageRequests = (): PageRequest[] =>
  readPageSources().flatMap(({ file, source }) =>
    [...source.matchAll(FENCE)].map(([, , call, text]) => ({
      file,
      call: call as CallName,
      body: JSON.parse(text!) as Body,
    })),
  )

/** Key of a recorded response. A changed request has no response until it is recorded again. */
export const keyOf = ({ file, call, body }: PageRequest): string =>
  `${file} ${call} ${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}`
