import type { CatalogueError } from './description.ts'
import { Words } from './Words.tsx'

/** Errors with status, message, cause and what to do. */
export function ErrorTable(props: {
  codes: readonly string[]
  errors: Readonly<Record<string, CatalogueError>>
}) {
  if (props.codes.length === 0) return <p>None of its own.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: the role only names the scrolling region
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Error</th>
            <th scope="col">HTTP, code</th>
            <th scope="col">Message</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {props.codes.map((name) => {
            const error = props.errors[name]
            if (!error) return null
            return (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  {error.status}, {error.code}
                </td>
                <td>
                  <Words text={error.message} />
                </td>
                <td>
                  <Words text={`${error.cause} ${error.help}`} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
