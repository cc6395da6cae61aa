/** The API reference without scripts: all calls by group with collapsed fields, and a link to the description. */
import { openapi } from '@keywright/contract/reference'
import { renderTree } from '../../src/app/tree.ts'
import { headings } from '../../src/mdx/elements.tsx'
import { InlineCode } from '../../src/mdx/InlineCode.tsx'
import { InlineText } from '../../src/mdx/InlineText.tsx'
import type { Page } from '../../src/model.ts'
import { CallNav } from '../../src/reference/CallNav.tsx'
import { callData } from '../../src/reference/callIndex.ts'
import {
  type ApiDescription,
  type DescribedCall,
  groupCalls,
  type ResourceGroup,
  type Schema,
} from '../../src/reference/description.ts'
import { Endpoint } from '../../src/reference/Endpoint.tsx'
import { fieldsOf } from '../../src/reference/fields.ts'
import { newestVersion } from '../../src/reference/shapes.ts'

export const API_ROUTE = '/api/'
/** URL of the API description. */
export const API_DESCRIPTION = '/openapi.json'

/** The description file by URL. */
export const apiFiles = (): Record<string, string> => ({ [API_DESCRIPTION]: JSON.stringify(openapi()) })

const { h2: Group, h3: CallHeading } = headings
/** Levels of fields to show. Deeper ones are in the description file. */
const DEPTH = 2

/** The page's own parts. The island replaces the outline when it has loaded. */
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
  return (
    <>
      <p>
        Every call is a <code>POST</code> with a JSON body and a stamp. The examples work unchanged on{' '}
        <InlineCode>npx keywright dev --examples</InlineCode>, and after{' '}
        <code>npx keywright snapshot restore examples</code> they return exactly these responses. The{' '}
        <a href={API_DESCRIPTION} download="">
          API description file
        </a>{' '}
        (OpenAPI 3.1) contains everything on this page.
      </p>
      <div id="reference" data-island="reference" data-src={API_DESCRIPTION}>
        <OutlineNav groups={groups} />
        <div className="reference-calls">
          {groups.map(({ title, anchor, resources }) => (
            <section key={anchor}>
              <Group id={anchor}>{title}</Group>
              {resources.flatMap(({ title: resource, calls }) =>
                calls.map((call) => (
                  <CallOutline key={call.path} call={call} resource={resource} description={description} />
                )),
              )}
            </section>
          ))}
        </div>
      </div>
    </>
  )
}

function OutlineNav({ groups }: { groups: readonly ResourceGroup[] }) {
  return (
    <CallNav>
      <div className="reference-list">
        {groups
          .flatMap((group) => group.resources)
          .map(({ title, calls }) => (
            <div key={title}>
              <p className="reference-list-title" aria-hidden="true">
                {title}
              </p>
              <ul aria-label={title}>
                {calls.map(({ operation: { operationId } }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`}>{operationId}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
    </CallNav>
  )
}

interface CallOutlineProps {
  readonly call: DescribedCall
  readonly resource: string
  readonly description: ApiDescription
}

function CallOutline({ call, resource, description }: CallOutlineProps) {
  const { path, operation } = call
  const { kind, era, versions = [] } = operation['x-call']
  const { schemas } = description.components
  const version = newestVersion(operation['x-call'])
  const request = version ? schemas[version.intent] : operation.requestBody.content['application/json'].schema
  const answer = version
    ? version.result && schemas[version.result]
    : operation.responses[200].content['application/json'].schema
  return (
    <section
      className="call-outline"
      {...callData({ path, resource, kind, era, types: versions.map(({ type }) => type) })}
    >
      <CallHeading id={operation.operationId}>{operation.operationId}</CallHeading>
      <Endpoint path={path} />
      <p className="call-summary">
        <InlineText>{operation.summary}</InlineText>
      </p>
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
        <ul>
          {operation['x-call'].errors.map((code) => (
            <li key={code}>
              <code>{code}</code>: <InlineText>{description['x-errors'][code]!.message}</InlineText>
            </li>
          ))}
        </ul>
      </details>
    </section>
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
