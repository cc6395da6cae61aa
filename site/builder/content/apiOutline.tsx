/**
 * The HTML of the API reference: a filter, all calls by group with collapsed fields, and a link to the description.
 * `callList.ts` filters it, and the island replaces the fields.
 */
import { openapi } from '@keywright/contract/reference'
import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Page } from '../../src/config/model.ts'
import { API_ROUTE } from '../../src/config/routes.ts'
import { renderTree } from '../../src/frame/tree.ts'
import { headings } from '../../src/mdx/elements.tsx'
import { Call as CompleteCall } from '../../src/reference/Call.tsx'
import {
  type ApiDescription,
  answerSchema,
  type DescribedCall,
  groupCalls,
  LATER,
  type Operation,
  type ResourceGroup,
  type Schema,
} from '../../src/reference/description.ts'
import { fieldsOf } from '../../src/reference/fields.ts'
import { EnumMembers } from '../../src/reference/Shared.tsx'
import { frameOf, newestVersion, sharedEntities, sharedEnums } from '../../src/reference/shapes.ts'
import { breakable, InlineCode } from '../../src/shared/InlineCode.tsx'
import { InlineText } from '../../src/shared/InlineText.tsx'

/** URL of the API description. */
export const API_DESCRIPTION = '/openapi.json'

/** The description file by URL. */
export const apiFiles = (): Record<string, string> => ({ [API_DESCRIPTION]: JSON.stringify(openapi()) })

const { h2: Group } = headings
/** Levels of fields to show. Deeper ones are in the description file. */
const DEPTH = 2

/** Calls on the first screen of any window. The style sheet defers the layout of the others. */
const FIRST_SCREEN = 10

/** The page's own parts. */
export function apiOutline(): Pick<
  Page,
  'route' | 'kind' | 'title' | 'description' | 'sidebarLabel' | 'body' | 'toc'
> {
  const description = openapi() as unknown as ApiDescription
  return {
    route: API_ROUTE,
    kind: 'reference',
    title: 'API reference',
    description:
      'Every query and submit of the API with its fields, results and errors, generated from the one API description file.',
    sidebarLabel: 'API reference',
    // The reference has its own list of calls.
    toc: [],
    body: renderTree(<Outline description={description} />),
  }
}

function Outline({ description }: { description: ApiDescription }) {
  const groups = groupCalls(description)
  const calls = groups.flatMap((group) => group.resources.flatMap((resource) => resource.calls))
  const [firstCall] = calls
  const first = new Set(calls.slice(0, FIRST_SCREEN))
  return (
    <>
      <p>
        Every call is a <code>POST</code> with a JSON body and a stamp. The examples work unchanged on{' '}
        <InlineCode>npx keywright dev --examples</InlineCode>, and after{' '}
        <code>POST /dev/snapshots/examples/restore</code> they return exactly these responses. The{' '}
        <a href={API_DESCRIPTION} download="">
          API description file
        </a>{' '}
        (OpenAPI 3.1) contains everything on this page.
      </p>
      <div id="reference" data-island="reference" data-src={API_DESCRIPTION}>
        <CallNav groups={groups} />
        <div className="reference-calls">
          <div data-root="" />
          {groups.map(({ title, anchor, resources }) => (
            <section key={anchor} aria-label={title}>
              <Group id={anchor}>{title}</Group>
              {resources.flatMap(({ title: resource, calls }) =>
                calls.map((call) => (
                  <Call
                    key={call.path}
                    call={call}
                    resource={resource}
                    description={description}
                    isFar={!first.has(call)}
                    isComplete={call === firstCall}
                  />
                )),
              )}
            </section>
          ))}
          <p className="reference-none needs-script" hidden>
            No matching calls. Try a shorter search.
          </p>
          <div className="reference-shared">
            <SharedOutline description={description} />
          </div>
        </div>
      </div>
    </>
  )
}

const NAV = 'call-list'

/** The list of calls: next to the calls on wide screens, in a native popover sheet on narrow ones. */
function CallNav({ groups }: { groups: readonly ResourceGroup[] }) {
  const resources = groups.flatMap((group) => group.resources)
  const total = resources.flatMap(({ calls }) => calls).length
  return (
    <>
      <button type="button" className="button find-call needs-script" popoverTarget={NAV}>
        Find a call
      </button>
      <nav className="reference-nav" id={NAV} popover="auto" aria-label="Calls">
        <div className="reference-filter needs-script">
          <label htmlFor="reference-filter">Filter calls</label>
          <input
            id="reference-filter"
            type="search"
            placeholder="Name, field, activity type"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
          />
          <p role="status">
            {total} of {total} calls
          </p>
        </div>
        <div className="reference-list">
          {resources.map(({ title, calls }) => (
            <div key={title}>
              <p className="reference-list-title" aria-hidden="true">
                {title}
              </p>
              <ul aria-label={title}>
                {calls.map(({ operation: { operationId } }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`}>{breakable(operationId)}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
    </>
  )
}

interface CallOutlineProps {
  readonly call: DescribedCall
  readonly resource: string
  readonly description: ApiDescription
  readonly isFar: boolean
  /** Shows everything, as the island does later. */
  readonly isComplete: boolean
}

function Call({ call: { path, operation }, resource, description, isFar, isComplete }: CallOutlineProps) {
  const { operationId: name, summary, 'x-call': call } = operation
  return (
    <section
      className="call"
      id={name}
      aria-label={name}
      tabIndex={-1}
      data-far={isFar ? '' : undefined}
      data-resource={resource}
      data-types={call.versions?.map(({ type }) => type).join(' ')}
    >
      <div className="call-head">
        <h3>
          <code>{breakable(name)}</code> <span className="call-kind">{call.kind}</span>
          {call.era === 'later' && <span className="call-later"> {LATER}</span>}
          <a className="anchor" href={`#${name}`} aria-label={`Link to ${name}`}>
            #
          </a>
        </h3>
        <Endpoint path={path} name={name} />
        <p className="call-summary">
          <InlineText>{summary}</InlineText>
        </p>
      </div>
      {isComplete ? (
        <div
          className="call-body"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the same component as in the page
          dangerouslySetInnerHTML={{ __html: completeCall(path, operation, description) }}
        />
      ) : (
        <div className="call-body">
          <CallOutline operation={operation} description={description} />
        </div>
      )}
    </section>
  )
}

/** The shared parts with one level of fields, until the description has loaded. */
function SharedOutline({ description }: { description: ApiDescription }) {
  const { schemas } = description.components
  const errors = (codes: readonly string[]) => <Errors codes={codes} description={description} />
  return (
    <div>
      <h2 id="shared-schemas">Shared schemas</h2>
      <h3 id="schema-frame">The frame of a submit</h3>
      <Fields schema={frameOf(description)} description={description} depth={1} />
      {sharedEntities(description).map(({ name, title, anchor }) => (
        <section key={name}>
          <h3 id={anchor}>{title}</h3>
          <Fields schema={schemas[name]!} description={description} depth={1} />
        </section>
      ))}
      <h2 id="enumerations">Enumerations</h2>
      {sharedEnums(description).map(({ name, title, anchor }) => (
        <section key={name}>
          <h3 id={anchor}>{title}</h3>
          <EnumMembers of={schemas[name]!} />
        </section>
      ))}
      <h2 id="errors-of-every-call">Errors of every call</h2>
      {errors(description['x-errors-of-every-call'])}
      <h3 id="errors-of-every-submit">Errors of every submit</h3>
      {errors(description['x-errors-of-every-submit'])}
      <h2 id="not-callable">Activity types without a call</h2>
      {description['x-activities-without-path'].map(({ types, summary, instead, parameters }) => (
        <section key={types[0]}>
          <p>
            {types.map((type) => (
              <Fragment key={type}>
                <code id={type}>{type}</code>{' '}
              </Fragment>
            ))}
            <InlineText>{`${summary} ${instead}`}</InlineText>
          </p>
          <Fields schema={parameters} description={description} depth={1} />
        </section>
      ))}
    </div>
  )
}

/** The HTML of the whole call. Its controls wait for the island. */
const completeCall = (path: string, operation: Operation, description: ApiDescription): string =>
  renderToStaticMarkup(
    <CompleteCall path={path} operation={operation} description={description} type={undefined} />,
  ).replaceAll('<button ', '<button disabled title="Available as soon as this page has loaded" ')

/** Where a call is sent: method and path. */
function Endpoint({ path, name }: { readonly path: string; readonly name: string }) {
  return (
    <div className="call-endpoint">
      <p>
        <span className="call-method">POST</span>{' '}
        <code>
          <span>{breakable(path.slice(0, -name.length))}</span>
          <wbr />
          <span>{breakable(name)}</span>
        </code>
      </p>
      <button
        className="copy needs-script"
        type="button"
        data-copy={path}
        aria-label={`Copy path of ${name}`}
      >
        Copy
      </button>
    </div>
  )
}

/** Collapsed until the description has loaded. */
function CallOutline({ operation, description }: { operation: Operation; description: ApiDescription }) {
  const { schemas } = description.components
  const version = newestVersion(operation['x-call'])
  const request = version ? schemas[version.intent] : operation.requestBody.content['application/json'].schema
  const answer = version ? version.result && schemas[version.result] : answerSchema(operation, description)
  return (
    <details className="field-fold">
      <summary>Fields and errors of {operation.operationId}</summary>
      {version && (
        <p>
          Activity type <code>{version.type}</code>
        </p>
      )}
      <p>{version ? 'Parameters' : 'Request'}</p>
      {request && <Fields schema={request} description={description} depth={DEPTH} />}
      {answer && <p>{version ? 'Result' : 'Answer'}</p>}
      {answer && <Fields schema={answer} description={description} depth={DEPTH} />}
      {operation['x-call'].errors.length > 0 && <p>Errors</p>}
      <Errors codes={operation['x-call'].errors} description={description} />
    </details>
  )
}

function Errors({ codes, description }: { codes: readonly string[]; description: ApiDescription }) {
  return (
    <ul>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>: <InlineText>{description['x-errors'][code]!.message}</InlineText>
        </li>
      ))}
    </ul>
  )
}

function Fields(props: { schema: Schema; description: ApiDescription; depth: number }) {
  const { schema, description, depth } = props
  const rows = fieldsOf(schema, description.components.schemas)
  if (rows.length === 0) return <p>No fields.</p>
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.name}>
          <code>{row.name}</code>: {row.type}, {row.required ? 'required' : 'optional'}
          {row.description && (
            <>
              . <InlineText>{row.description}</InlineText>
            </>
          )}
          {row.below && depth > 1 && (
            <Fields schema={row.below} description={description} depth={depth - 1} />
          )}
        </li>
      ))}
    </ul>
  )
}
