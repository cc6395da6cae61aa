/** One call: its line is always there, the rest when it is opened. */
import { useState } from 'react'
import type { ApiDescription, CallVersion, Operation } from './description.ts'
import { ErrorTable } from './ErrorTable.tsx'
import { Examples } from './Examples.tsx'
import { FieldTree } from './FieldTree.tsx'
import { Words } from './Words.tsx'

export interface CallProps {
  readonly path: string
  readonly operation: Operation
  readonly description: ApiDescription
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}

export function Call({ path, operation, description, open, onToggle }: CallProps) {
  const { operationId: name, summary } = operation
  return (
    <section className="call" id={name} aria-labelledby={`${name}-title`} tabIndex={-1}>
      <h3 id={`${name}-title`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${name}-body`}
          onClick={() => onToggle(!open)}
        >
          <code>{name}</code>
          <span className="call-kind">{operation['x-call'].kind}</span>
          {operation['x-call'].era === 'later' && <span className="call-later">added later</span>}
        </button>
        <a className="anchor" href={`#${name}`} aria-label={`Link to ${name}`}>
          #
        </a>
      </h3>
      <p className="call-summary">
        <Words text={summary} />
      </p>
      <div id={`${name}-body`} hidden={!open}>
        {open && <CallBody path={path} operation={operation} description={description} />}
      </div>
    </section>
  )
}

function CallBody({ path, operation, description }: Pick<CallProps, 'path' | 'operation' | 'description'>) {
  const call = operation['x-call']
  return (
    <>
      {operation.description && (
        <p>
          <Words text={operation.description} />
        </p>
      )}
      <dl className="call-facts">
        <dt>Path</dt>
        <dd>
          <code>POST {path}</code>
        </dd>
        <dt>Stamped with</dt>
        <dd>{listed(operation.security.flatMap((one) => Object.keys(one)))}</dd>
        <dt>Who may call it</dt>
        <dd>{authorityOf(operation)}</dd>
      </dl>
      {call.versions ? (
        <Versions
          name={operation.operationId}
          versions={call.versions}
          posted={call.postedType}
          description={description}
        />
      ) : (
        <QueryFields operation={operation} description={description} />
      )}
      <h4>Errors</h4>
      <ErrorTable
        codes={[...call.errors, ...(call.authority === 'policy' ? description['x-errors-of-policies'] : [])]}
        errors={description['x-errors']}
      />
      <p>
        Besides those of <a href="#errors-of-every-call">every call</a>.
      </p>
      <h4>Example</h4>
      <Examples path={path} operation={operation} />
    </>
  )
}

function QueryFields({ operation, description }: { operation: Operation; description: ApiDescription }) {
  const { schemas } = description.components
  return (
    <>
      <h4>Request</h4>
      <FieldTree
        schema={operation.requestBody.content['application/json'].schema}
        schemas={schemas}
        label="Request fields"
      />
      <h4>Answer</h4>
      <FieldTree
        schema={operation.responses[200].content['application/json'].schema}
        schemas={schemas}
        label="Answer fields"
      />
    </>
  )
}

function Versions(props: {
  name: string
  versions: readonly CallVersion[]
  posted: string | undefined
  description: ApiDescription
}) {
  const { schemas } = props.description.components
  const newest = props.versions.find(({ type }) => type === props.posted) ?? props.versions.at(-1)!
  const [chosen, choose] = useState(newest.type)
  const version = props.versions.find(({ type }) => type === chosen)!
  return (
    <>
      <p className="call-version">
        {props.versions.length === 1 ? (
          <>
            Activity type <code>{version.type}</code>
          </>
        ) : (
          <label>
            Activity type{' '}
            <select value={chosen} onChange={(event) => choose(event.target.value)}>
              {[...props.versions].reverse().map(({ type, era }) => (
                <option key={type} value={type}>
                  {type}
                  {type === newest.type ? ' (newest)' : ''}
                  {era === 'later' ? ', added later' : ''}
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
      <h4>
        Request: <code>parameters</code>
      </h4>
      <p>
        Inside the <a href="#schema-frame">common frame</a>.
      </p>
      <FieldTree
        key={version.intent}
        schema={schemas[version.intent]!}
        schemas={schemas}
        label="Request fields"
      />
      <h4>
        Result{version.resultKey && <>: </>}
        {version.resultKey && <code>activity.result.{version.resultKey}</code>}
      </h4>
      {version.result ? (
        <FieldTree
          key={version.result}
          schema={schemas[version.result]!}
          schemas={schemas}
          label="Result fields"
        />
      ) : (
        <p>
          None of its own: the answer is the target <a href="#schema-Activity">activity</a>.
        </p>
      )}
    </>
  )
}

function authorityOf({ 'x-call': call }: Operation): string {
  if (call.kind === 'query')
    return 'Every user of the organization, and of its parent. Policies are not asked.'
  if (call.authority === 'root') return 'Only the root quorum; no policy can grant it.'
  if (call.authority === 'vote') return 'Users whom the root quorum or a consensus names.'
  return `Whom a policy allows for resource ${call.resource}, action ${call.action}; and the root quorum.`
}

const listed = (names: readonly string[]) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </span>
  ))
