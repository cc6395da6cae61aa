/**
 * A request of a page in the three ways to send it, where a reader finds their own ids for it, and what the engine
 * answered to it. Made of a `json request=…` fence: authors write the body once.
 */
import { type CallName, calls } from '@keywright/contract'
import { Fragment } from 'react'
import { highlightLines, languageLabel } from '../../build/highlight/highlight.ts'
import { recordedAnswer } from '../../requests/answers.ts'
import { callExample, type ExampleRequest, inputOf, pretty, requestExamples } from '../reference/examples.ts'
import { CodeBlock, Details } from './elements.tsx'
import { Tab, Tabs } from './Tabs.tsx'
import { sourcesOf } from './yours.ts'

/** The parent organization of every page. What names another one goes to a sub-organization. */
const READERS_ORGANIZATION = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'

interface RequestTabsProps {
  readonly id: string
  readonly call: string
  /** The body as the author wrote it. */
  readonly body: string
  /** The author's block, coloured. */
  readonly html: string
  readonly title?: string
  /** Where the page shows an answer of its own. */
  readonly answered?: string
}

export function RequestTabs({ id, call, body, html, title, answered }: RequestTabsProps) {
  const { kind } = calls[call as CallName]
  const path = `/public/v1/${kind}/${call}`
  const parsed = JSON.parse(body) as ExampleRequest['body']
  const isElsewhere = parsed['organizationId'] !== READERS_ORGANIZATION
  const request: ExampleRequest = { path, name: call, kind, body: parsed, isElsewhere }
  const address = `POST ${path}`
  const heading = title === undefined || title.includes(address) ? (title ?? address) : `${address}: ${title}`
  const sources = sourcesOf(inputOf(request))
  const answer = answered === undefined ? recordedAnswer(call, parsed) : undefined
  return (
    <div className="request">
      <Tabs group="request" id={id}>
        <Tab label="TypeScript">
          <Generated code={callExample(request)} lang="ts" />
        </Tab>
        <Tab label="Command line">
          <Generated code={`npx ${requestExamples(request)['Command line']}`} lang="sh" />
        </Tab>
        <Tab label="HTTP">
          <CodeBlock html={html} lang="json" label={languageLabel('json')} title={heading} />
        </Tab>
      </Tabs>
      {sources.length > 0 && (
        <p className="generated">
          Put in your own:{' '}
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
        </p>
      )}
      {answer && (
        <Details summary="Show the answer">
          <Generated code={pretty(answer)} lang="json" />
        </Details>
      )}
    </div>
  )
}

/** Says again what the body says, so search reads the body alone. */
function Generated({ code, lang }: { readonly code: string; readonly lang: string }) {
  return (
    <div className="generated">
      <CodeBlock
        html={highlightLines(code, lang, new Set())}
        lang={lang}
        label={languageLabel(lang)}
        {...(lang === 'json' && { title: 'Recorded from the engine' })}
      />
    </div>
  )
}
