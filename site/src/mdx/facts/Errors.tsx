/** The error catalogue, or those entries of it that a page is about. */
import { errorRows } from '@keywright/contract/reference'
import { InlineCode } from '../InlineCode.tsx'
import { InlineText } from '../InlineText.tsx'
import { FactsTable, listOf } from './FactsTable.tsx'

export function Errors({ only }: { readonly only?: string }) {
  const rows = errorRows(listOf(only)).map(({ code, http, grpc, message, cause, help }) => ({
    key: code,
    // Only the whole catalogue is a place to link to; an excerpt may stand beside it.
    ...(only === undefined && { id: code }),
    cells: [
      <>
        <InlineCode className="error-message">{message}</InlineCode>
        <span className="error-code">
          {code}, HTTP {http}, code {grpc}
        </span>
      </>,
      <InlineText key="cause">{cause}</InlineText>,
      <InlineText key="help">{help}</InlineText>,
    ],
  }))
  return <FactsTable label="errors" heads={['Message', 'Cause', 'Fix']} rows={rows} />
}
