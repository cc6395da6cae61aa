/**
 * A request of a page in the three ways to send it, where a reader finds their own ids for it, and what the engine
 * answered to it. Made of a `json request=…` fence: authors write the body once.
 */
import { relative } from 'node:path'
import type { CallName } from '@keywright/contract'
import { Fragment } from 'react'
import { recordedAnswer, whyOwnValues } from '../../requests/answers.ts'
import { CONTENT, type PageRequest } from '../../requests/pageRequests.ts'
import { languageLabel } from '../highlight/highlight.ts'
import { callExample, commandExample, type ExampleRequest, inputOf, pretty } from '../reference/examples.ts'
import { CodeBlock, Details } from './elements.tsx'
import { exampleOf } from './exampleOf.ts'
import { Tab, Tabs } from './Tabs.tsx'
import { type Source, sourcesOf } from './yours.ts'

interface RequestTabsProps {
  readonly id: string
  /** Of the page's file, absolute. */
  readonly path: string
  readonly call: string
  /** The body as the author wrote it. */
  readonly body: string
  readonly marks: string
  readonly title?: string
  /** Where the page shows an answer of its own. */
  readonly answered?: string
}

export function RequestTabs({ id, path, call, body, marks, title, answered }: RequestTabsProps) {
  const parsed = JSON.parse(body) as ExampleRequest['body']
  const request = exampleOf(call as CallName, parsed)
  const address = `POST ${request.path}`
  const heading = title === undefined || title.includes(address) ? (title ?? address) : `${address}: ${title}`
  const sources = sourcesOf(inputOf(request))
  const shown: PageRequest = { file: relative(CONTENT, path), call: call as CallName, body: parsed }
  const recorded = recordedAnswer(shown)
  const whyOwn = whyOwnValues(shown)
  return (
    <div className="request">
      <Tabs group="request" id={id}>
        <Tab label="TypeScript">
          <Generated code={callExample(request)} lang="ts" />
        </Tab>
        <Tab label="Command line">
          <Generated code={commandExample(request)} lang="sh" />
        </Tab>
        <Tab label="HTTP">
          <CodeBlock code={body} lang="json" marks={marks} label={languageLabel('json')} title={heading} />
        </Tab>
      </Tabs>
      {(recorded || sources.length > 0) && (
        <p className="generated">
          {recorded && (whyOwn ? <Own why={whyOwn} /> : <AsItStands />)}
          {sources.length > 0 && (
            <YourOwn sources={sources} isElsewhere={recorded !== undefined && !whyOwn} />
          )}
        </p>
      )}
      {recorded && answered === undefined && (
        <div className="generated">
          <Details summary="Show the answer">
            <Generated code={pretty(recorded)} lang="json" />
          </Details>
        </div>
      )}
    </div>
  )
}

const AsItStands = () => (
  <>
    Runs as it stands on{' '}
    <a href="/getting-started/local-development#examples">
      <code>npx keywright dev --examples</code>
    </a>
    .{' '}
  </>
)

const Own = ({ why }: { readonly why: string }) => (
  <>
    {why} <a href="#terminal">From the terminal</a> shows how.{' '}
  </>
)

interface YourOwnProps {
  readonly sources: readonly Source[]
  /** Whether there is a server that has these. */
  readonly isElsewhere: boolean
}

function YourOwn({ sources, isElsewhere }: YourOwnProps) {
  return (
    <>
      {isElsewhere ? 'Elsewhere, put in your own:' : 'Put in your own:'}{' '}
      {sources.map(({ command, members }, at) => (
        <Fragment key={command}>
          {at > 0 && '; '}
          {members.map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <code>{name}</code>
            </Fragment>
          ))}{' '}
          from <code>{command}</code>
        </Fragment>
      ))}
      .
    </>
  )
}

/** Says again what the body says, so search reads the body alone. */
function Generated({ code, lang }: { readonly code: string; readonly lang: string }) {
  return (
    <div className="generated">
      <CodeBlock
        code={code}
        lang={lang}
        label={languageLabel(lang)}
        {...(lang === 'json' && { title: 'Recorded from the engine' })}
      />
    </div>
  )
}
