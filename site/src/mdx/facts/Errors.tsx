/** The error catalog, or an excerpt that links to it. */
import { errorRows } from '@keywright/contract/reference'
import { InlineCode } from '../../shared/InlineCode.tsx'
import { InlineText } from '../../shared/InlineText.tsx'
import { FactsTable, listOf } from './FactsTable.tsx'

/** Page of the whole catalog, with an anchor per code. */
export const ERROR_CATALOG = '/api-overview/errors'

export function Errors({ only }: { readonly only?: string }) {
  return only === undefined ? <Catalog /> : <Excerpt codes={listOf(only)} />
}

function Catalog() {
  const rows = errorRows([]).map(({ code, http, grpc, message, cause, help }) => ({
    key: code,
    id: code,
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

/** Messages that link to cause and fix in the catalog. */
function Excerpt({ codes }: { readonly codes: readonly string[] }) {
  const rows = errorRows(codes).map(({ code, http, message }) => ({
    key: code,
    cells: [
      <InlineCode key="message" className="error-message">
        {message}
      </InlineCode>,
      String(http),
      <a key="code" href={`${ERROR_CATALOG}#${code}`}>
        {code}
      </a>,
    ],
  }))
  return <FactsTable label="errors" heads={['Message', 'HTTP', 'Cause and fix']} rows={rows} />
}
