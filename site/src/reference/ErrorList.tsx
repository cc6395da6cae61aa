/** Errors with status, message, cause and fix. */
import { InlineText } from '../shared/InlineText.tsx'
import type { CatalogError } from './description.ts'

export function ErrorList(props: {
  codes: readonly string[]
  errors: Readonly<Record<string, CatalogError>>
}) {
  const known = props.codes.flatMap((name) => {
    const error = props.errors[name]
    return error ? [{ name, ...error }] : []
  })
  if (known.length === 0) return <p className="field-none">No errors specific to this call.</p>
  return (
    <ul className="error-list" aria-label="Errors">
      {known.map(({ name, status, message, cause, help }) => (
        <li key={name}>
          <p className="field-head">
            <code>{name}</code> <span className="field-type">HTTP {status}</span>
          </p>
          <p>
            <InlineText>{message}</InlineText>
          </p>
          <p className="field-limits">
            <InlineText>{`${cause} ${help}`}</InlineText>
          </p>
        </li>
      ))}
    </ul>
  )
}
