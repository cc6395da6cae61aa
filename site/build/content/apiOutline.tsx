/** The API reference before any script: every call, grouped, with its path, and the file to download. */
import { type Call, callList } from '@keywright/contract'
import { callWords } from '@keywright/contract/reference'
import { renderToStaticMarkup } from 'react-dom/server'
import { headings } from '../../src/mdx/elements.tsx'
import { InlineText } from '../../src/mdx/InlineText.tsx'
import type { Heading, Page } from '../../src/model.ts'

export const API_ROUTE = '/api/'
/** Where the API description is served. */
export const API_DESCRIPTION = '/openapi.json'

const { h2: Group, h3: CallHeading } = headings

/** The page but for what all generated pages share. The island replaces the outline once it has loaded. */
export function apiOutline(): Pick<
  Page,
  'route' | 'kind' | 'title' | 'description' | 'sidebarLabel' | 'html' | 'toc'
> {
  const groups = groupCalls()
  return {
    route: API_ROUTE,
    kind: 'reference',
    title: 'API reference',
    description:
      'Every query and submit of the API with its fields, results and errors, generated from the one API description file.',
    sidebarLabel: 'API reference',
    toc: groups.map(([group]): Heading => ({ level: 2, id: groupId(group), text: group })),
    html: renderToStaticMarkup(<Outline groups={groups} />),
  }
}

function Outline({ groups }: { groups: readonly [string, readonly Call[]][] }) {
  return (
    <>
      <p>
        Every call is a <code>POST</code> with a JSON body and a stamp. The{' '}
        <a href={API_DESCRIPTION} download="">
          API description file
        </a>{' '}
        (OpenAPI 3.1) holds everything below.
      </p>
      <div id="reference" data-island="reference" data-src={API_DESCRIPTION}>
        {groups.map(([group, calls]) => (
          <section key={group}>
            <Group id={groupId(group)}>{group}</Group>
            {calls.map((call) => (
              <CallOutline key={call.name} call={call} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

function CallOutline({ call }: { call: Call }) {
  return (
    <section className="call-outline">
      <CallHeading id={call.name}>{call.name}</CallHeading>
      <p>
        <InlineText>{callWords[call.name].summary}</InlineText>
      </p>
      <p>
        <code>{`POST ${call.path}`}</code>
      </p>
    </section>
  )
}

function groupCalls(): [group: string, calls: Call[]][] {
  const groups = new Map<string, Call[]>()
  for (const call of callList) groups.set(call.group, [...(groups.get(call.group) ?? []), call])
  return [...groups]
}

const groupId = (group: string): string => group.toLowerCase().replaceAll(' ', '-')
