/** The content of a call below its summary: text and tools. Wide screens show the tools on the right, others above the text. */
import { memo } from 'react'
import { breakable } from '../shared/InlineCode.tsx'
import { InlineText } from '../shared/InlineText.tsx'
import { CallTools } from './CallTools.tsx'
import {
  type ApiDescription,
  answerSchema,
  type CallVersion,
  type DescribedCall,
  LATER,
  type Operation,
} from './description.ts'
import { ErrorList } from './ErrorList.tsx'
import { FieldTree } from './FieldTree.tsx'
import { newestVersion } from './shapes.ts'

interface CallProps extends DescribedCall {
  readonly description: ApiDescription
  /** The activity type to show, if it isn't the newest. */
  readonly type: string | undefined
}

export const Call = memo(function Call({ path, operation, description, type }: CallProps) {
  return (
    <>
      <div className="call-text" ref={takeOver}>
        <CallText operation={operation} description={description} type={type} />
      </div>
      <CallTools path={path} operation={operation} description={description} />
    </>
  )
})

/** Removes what the page has prerendered. */
export function takeOver(own: HTMLElement | null): void {
  while (own?.previousElementSibling) own.previousElementSibling.remove()
}

function CallText({ operation, description, type }: Omit<CallProps, 'path'>) {
  const call = operation['x-call']
  const shared = call.authority === 'policy' ? description['x-errors-of-policies'] : []
  return (
    <>
      {operation.description && (
        <p>
          <InlineText>{operation.description}</InlineText>
        </p>
      )}
      <dl className="call-facts">
        <dt>Stamped with</dt>
        <dd>{listed((operation.security ?? description.security).flatMap((one) => Object.keys(one)))}</dd>
        <dt>Who may call it</dt>
        <dd>{authorityOf(operation)}</dd>
        {call.versions?.length === 1 && (
          <>
            <dt>Activity type</dt>
            <dd id={call.versions[0]!.type}>
              <code>{breakable(call.versions[0]!.type)}</code>
            </dd>
          </>
        )}
      </dl>
      {call.versions ? (
        <Version operation={operation} description={description} type={type} />
      ) : (
        <QueryFields operation={operation} description={description} />
      )}
      <h4>Errors</h4>
      <ErrorList codes={[...call.errors, ...shared]} errors={description['x-errors']} />
      <p className="field-limits">
        Plus the errors of <a href="#errors-of-every-call">every call</a>
        {call.kind === 'submit' && (
          <>
            {' '}
            and of <a href="#errors-of-every-submit">every submit</a>
          </>
        )}
        .
      </p>
    </>
  )
}

function QueryFields({ operation, description }: Pick<CallProps, 'operation' | 'description'>) {
  const { schemas } = description.components
  const name = operation.operationId
  return (
    <>
      <h4>Request</h4>
      <FieldTree
        schema={operation.requestBody.content['application/json'].schema}
        schemas={schemas}
        label="Request fields"
        place={`${name}.request`}
      />
      <h4>Response</h4>
      <FieldTree
        schema={answerSchema(operation, description)}
        schemas={schemas}
        label="Response fields"
        place={`${name}.answer`}
      />
    </>
  )
}

function Version({ operation, description, type }: Omit<CallProps, 'path'>) {
  const { schemas } = description.components
  const { versions = [] } = operation['x-call']
  const newest = newestVersion(operation['x-call'])!
  const version = versions.find((one) => one.type === type) ?? newest
  // Field ids of older versions carry the activity type, to differ from the newest version's.
  const place = version === newest ? operation.operationId : version.type
  return (
    <>
      <Versions operation={operation} shown={version} newest={newest} />
      <h4>
        Request: <code>parameters</code>
      </h4>
      <p className="field-limits">
        Inside the <a href="#schema-frame">common frame</a>.
      </p>
      <FieldTree
        key={version.intent}
        schema={schemas[version.intent]!}
        schemas={schemas}
        label="Request fields"
        place={`${place}.parameters`}
      />
      <h4>
        Result{version.result && <>: </>}
        {version.result && <code>{memberOf(version.result)}</code>}
      </h4>
      {version.result ? (
        <>
          <p className="field-limits">
            In <code>activity.result</code> of the response, an <a href="#schema-Activity">activity</a>.
          </p>
          <FieldTree
            key={version.result}
            schema={schemas[version.result]!}
            schemas={schemas}
            label="Result fields"
            place={`${place}.result`}
          />
        </>
      ) : (
        <p className="field-none">
          No result of its own: the response is the target <a href="#schema-Activity">activity</a>.
        </p>
      )}
    </>
  )
}

/** The member of `activity.result` with this schema. */
const memberOf = (schema: string): string => schema.charAt(0).toLowerCase() + schema.slice(1)

/** Each version is a link, so readers can share it. The call's own link opens the newest version. */
function Versions(props: { operation: Operation; shown: CallVersion; newest: CallVersion }) {
  const { versions = [] } = props.operation['x-call']
  if (versions.length === 1) return null
  return (
    <nav className="call-version" aria-label={`Versions of ${props.operation.operationId}`}>
      <p>Activity type</p>
      <ul>
        {[...versions].reverse().map((version) => (
          <li key={version.type}>
            <a
              id={version.type}
              href={`#${version.type}`}
              aria-current={version === props.shown ? 'true' : undefined}
            >
              <code>{breakable(version.type)}</code>
            </a>
            {version === props.newest && <span className="field-type"> newest</span>}
            {version.era === 'later' && <span className="field-later"> {LATER}</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function authorityOf({ 'x-call': call }: Operation): string {
  if (call.kind === 'query') return 'Every user of the organization and of its parent. Policies don’t apply.'
  if (call.authority === 'root') return 'Only the root quorum. No policy can grant it.'
  if (call.authority === 'vote') return 'Users in the root quorum, and users that a consensus names.'
  return `The root quorum, and users that a policy allows resource ${call.resource}, action ${call.action}.`
}

const listed = (names: readonly string[]) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{breakable(name)}</code>
    </span>
  ))
